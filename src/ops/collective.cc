#include <optional>
#include <string_view>

#include "ops/attr_read.h"
#include "ops/device_groups.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"
#include "ops/verify.h"

// StableHLO collectives.

namespace shardflow::internal {
namespace {

// Adds two factors for a dimension whose size the op changes: one for the
// operands and one for the results. Both need replication.
void AddResizedDim(const RuleContext& c, RuleBuilder& rule, int64_t dim) {
  rule.AddToOperands(dim, DimSize(c.operand(0), dim),
                     FactorType::kNeedReplication);
  rule.AddToResults(dim, DimSize(c.result(0), dim),
                    FactorType::kNeedReplication);
}

void AddOtherDims(const RuleContext& c, RuleBuilder& rule, int64_t resized,
                  int64_t also_resized) {
  const std::span<const int64_t> shape = c.operand(0);
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (dim != resized && dim != also_resized) rule.AddToAll(dim, shape[d]);
  }
}

// The rule of an op that gathers or scatters one dimension. The attribute
// `attr` holds the index of the dimension. The other dimensions are
// independent.
bool OneResizedDimRule(const RuleContext& c, RuleBuilder& rule,
                       std::string_view attr) {
  const int64_t dim = Int(c.m, c.op, attr).value_or(kNullDim);
  AddOtherDims(c, rule, dim, dim);
  AddResizedDim(c, rule, dim);
  return true;
}

bool AllGatherRule(const RuleContext& c, RuleBuilder& rule) {
  return OneResizedDimRule(c, rule, "all_gather_dim");
}

bool ReduceScatterRule(const RuleContext& c, RuleBuilder& rule) {
  return OneResizedDimRule(c, rule, "scatter_dimension");
}

bool AllToAllRule(const RuleContext& c, RuleBuilder& rule) {
  const int64_t split = Int(c.m, c.op, "split_dimension").value_or(kNullDim);
  const int64_t concat = Int(c.m, c.op, "concat_dimension").value_or(kNullDim);
  AddOtherDims(c, rule, split, concat);
  AddResizedDim(c, rule, split);
  if (concat != split) AddResizedDim(c, rule, concat);
  return true;
}

bool VerifyGroups(VerifyContext& v, OpId op) {
  const std::optional<Error> fault = FindGroupFault(v.m, op, v.meshes());
  return !fault || v.OpError(op, fault->message);
}

}  // namespace

constinit const OpDef kAllGatherDef{
    .traits = kPerDevice,
    .inherent = kStrings<"all_gather_dim", "channel_handle", "replica_groups",
                         "use_global_device_ids">,
    .rule = AllGatherRule,
    .verify_uses = VerifyGroups,
};

constinit const OpDef kAllReduceDef{
    // Operands may have different shapes.
    .traits = kLooseTypes | kPerDevice,
    .inherent =
        kStrings<"channel_handle", "replica_groups", "use_global_device_ids">,
    .rule = PointwiseRule,
    .verify_uses = VerifyGroups,
};

constinit const OpDef kReduceScatterDef{
    .traits = kPerDevice,
    .inherent = kStrings<"channel_handle", "replica_groups",
                         "scatter_dimension", "use_global_device_ids">,
    .rule = ReduceScatterRule,
    .verify_uses = VerifyGroups,
};

constinit const OpDef kAllToAllDef{
    .traits = kPerDevice,
    .inherent = kStrings<"channel_handle", "concat_dimension", "replica_groups",
                         "split_count", "split_dimension">,
    .rule = AllToAllRule,
    .verify_uses = VerifyGroups,
};

constinit const OpDef kCollectiveBroadcastDef{
    .traits = kPerDevice,
    .inherent =
        kStrings<"channel_handle", "has_dynamic_root", "replica_groups">,
    .rule = PointwiseRule,
    .verify_uses = VerifyGroups,
};

constinit const OpDef kCollectiveReduceDef{
    .traits = kPerDevice,
    .inherent = kStrings<"channel_handle", "has_dynamic_root", "replica_groups",
                         "use_global_device_ids">,
    .verify_uses = VerifyGroups,
};

constinit const OpDef kCollectivePermuteDef{
    .traits = kPerDevice,
    .inherent = kStrings<"channel_handle", "source_target_pairs">,
    .rule = PointwiseRule,
};

constinit const OpDef kCrossReplicaSumDef{
    .traits = kPure | kPerDevice,
    .inherent = kStrings<"replica_groups">,
    .rule = PointwiseRule,
    .verify_uses = VerifyGroups,
};

}  // namespace shardflow::internal
