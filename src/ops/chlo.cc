#include <cstring>

#include "ops/chlo_rules.h"
#include "ops/op_def.h"

// The chlo ops. Shardy has no sharding rules for them.

namespace shardflow::internal {
namespace {

std::string_view ScanArgName(const Module& m, OpId op, int index) {
  const AttrId sizes = m.attr(op, name::kOperandSegmentSizes);
  int32_t inputs = 0;
  if (m.attrs.Is(sizes, AttrKind::kDenseArray)) {
    const NameId bytes = m.attrs.As<DenseArrayAttr>(sizes).bytes;
    if (m.names.Get(bytes).size() >= sizeof(inputs)) {
      std::memcpy(&inputs, m.names.Get(bytes).data(), sizeof(inputs));
    }
  }
  return index < inputs ? "input" : "carry";
}

}  // namespace

constinit const OpDef kChloBroadcastAddDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastAtan2Def{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastDivideDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastMaximumDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastMinimumDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastMultiplyDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastNextAfterDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastPolygammaDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastPowerDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastRemainderDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastShiftLeftDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastShiftRightArithmeticDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastShiftRightLogicalDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastSubtractDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastZetaDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastAndDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastOrDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastXorDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloNextAfterDef{
    .traits = kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloPolygammaDef{
    .traits = kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloZetaDef{
    .traits = kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloBroadcastComplexDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloAsinAcosKernelDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloAcosDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloAcoshDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloAsinDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloAsinhDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloAtanDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloAtanhDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloBesselI1eDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloConjDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloCoshDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloSinhDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloTanDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloConstantDef{
    .traits = kPure | kConstantLike,
    .inherent = kStrings<"value">,
};

constinit const OpDef kChloConstantLikeDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"value">,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloDigammaDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloErfDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloErfInvDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloErfcDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloIsInfDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloIsNegInfDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloIsPosInfDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloLgammaDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloSquareDef{
    .traits = kElementwise | kPure,
    .extra_rule = PointwiseRule,
};

constinit const OpDef kChloBroadcastCompareDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"broadcast_dimensions", "compare_type",
                         "comparison_direction">,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloBroadcastSelectDef{
    .traits = kElementwise | kPure,
    .extra_rule = ChloBroadcastRule,
};

constinit const OpDef kChloRaggedDotDef{
    // The rule has no factor for the sizes of the groups.
    .traits = kPure | kLooseTypes,
    .inherent = kStrings<"precision_config", "ragged_dot_dimension_numbers">,
    .extra_rule = ChloRaggedDotRule,
};

constinit const OpDef kChloTopKDef{
    .traits = kPure,
    .inherent = kStrings<"is_stable", "k">,
    .result_names = kStrings<"values", "indices">,
    .extra_rule = ChloTopKRule,
};

constinit const OpDef kChloScanDef{
    .traits = kRecursiveEffects | kIsolated | kRuleReadsNeighbours,
    .inherent =
        kStrings<"dimension", "is_associative", "is_reverse",
                 "operandSegmentSizes", "resultSegmentSizes", "scan_dim_size">,
    .arg_name = ScanArgName,
    .extra_rule = ChloScanRule,
};

constinit const OpDef kChloMulhiDef{
    .traits = kPure,
    .extra_rule = PointwiseRule,
};

}  // namespace shardflow::internal
