#include "ops/op_def.h"

// Ops that create values.

namespace shardflow {
namespace {

std::string_view ConstantName(const Module& m, OpId op, int) {
  const TypeId type = m.type(m.result(op, 0));
  if (!m.types.IsTensor(type)) return "cst";
  const TypeKind element = m.types.kind(m.types.element(type));
  return element == TypeKind::kInteger ? "c" : "cst";
}

}  // namespace

constinit const OpDef kConstantDef{
    .traits = kPure | kConstantLike | kNoRule,
    .inherent = kStrings<"value">,
    .result_name = ConstantName,
};

constinit const OpDef kIotaDef{
    .traits = kPure | kConstantLeaf | kNoRule,
    .inherent = kStrings<"iota_dimension">,
};

constinit const OpDef kDynamicIotaDef{
    .traits = kPure,
    .inherent = kStrings<"iota_dimension">,
};

constinit const OpDef kCreateTokenDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kReplicaIdDef{
    .traits = kPure,
};

constinit const OpDef kPartitionIdDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kAfterAllDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kRngDef{
    .inherent = kStrings<"rng_distribution">,
};

constinit const OpDef kRngBitGeneratorDef{
    .traits = kPure,
    .inherent = kStrings<"rng_algorithm">,
    .result_names = kStrings<"output_state", "output">,
};

}  // namespace shardflow
