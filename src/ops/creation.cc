#include "ops/op_def.h"
#include "ops/rule_builder.h"

// Ops that create values.

namespace shardflow::internal {
namespace {

// The state must be replicated, and nothing propagates along it. The random
// bits may be sharded in any way.
bool RngBitGeneratorRule(const RuleContext& c, RuleBuilder& rule) {
  const std::span<const int64_t> state = c.operand(0);
  for (size_t d = 0; d < state.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    rule.AddFactor({dim}, {dim, kNullDim}, state[d],
                   {FactorType::kNeedReplication, /*b=*/true});
  }
  const std::span<const int64_t> output = c.result(1);
  for (size_t d = 0; d < output.size(); ++d) {
    rule.AddFactor({kNullDim}, {kNullDim, static_cast<int64_t>(d)}, output[d]);
  }
  return true;
}

}  // namespace
namespace {

std::string_view ConstantName(const Module& m, OpId op, int) {
  const TypeId type = m.type(m.result(op, 0));
  if (!m.types.IsTensor(type)) return "cst";
  const TypeKind element = m.types.kind(m.types.element(type));
  return element == TypeKind::kInteger ? "c" : "cst";
}

std::string_view ArithConstantName(const Module&, OpId, int) { return "cst"; }

}  // namespace

// arith.constant is the only supported op of its dialect.
constinit const OpDef kArithConstantDef{
    .traits = kPure | kConstantLike | kNoRule,
    .inherent = kStrings<"value">,
    .result_name = ArithConstantName,
};

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
    .traits = kPure | kPerDevice,
};

constinit const OpDef kPartitionIdDef{
    .traits = kPure | kNoRule | kPerDevice,
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
    .rule = RngBitGeneratorRule,
};

}  // namespace shardflow::internal
