#ifndef SHARDFLOW_OPS_CUSTOM_CALL_H_
#define SHARDFLOW_OPS_CUSTOM_CALL_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/dims.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"

// The sharding rules for stablehlo.custom_call, by target.

namespace shardflow::internal {

// The dimensions of the first operand that a call mixes: an element of the
// result depends on operand elements at other indices along them. A device
// can't compute with a part of such a dimension, although Shardy's rules let
// some of them be sharded.
enum class MixedDims : uint8_t {
  kNone,
  kAll,
  kLast,
  kMatrix,   // the last two
  kReduced,  // the dimension in the attribute reduction_dim
};

struct CustomCallRule {
  std::string_view target;
  RuleFn rule;  // null if the target is known to have no rule
  MixedDims mixed = MixedDims::kNone;
};

// Returns null if the target is unknown.
const CustomCallRule* FindCustomCallRule(std::string_view target);

// Returns the target of a custom call, or "" if it has none.
std::string_view CallTarget(const Module& m, OpId op);

// Returns the mixed dimensions of a custom call, in ascending order. The list
// is empty for calls to unknown targets and for other ops.
DimList MixedDimsOf(const Module& m, OpId op);

// Returns the number of leading dimensions along which XLA partitions an op
// that each device otherwise computes as a whole. These are the batch
// dimensions of Fourier transforms, and those of calls that say how many they
// have, such as JAX's calls of LAPACK. For any other op, returns 0.
size_t BatchDimsOf(const Module& m, OpId op);
// Whether XLA replicates the op along all dimensions if its result is sharded
// along any other than those of the batch. True of Fourier transforms.
bool SplitsOnlyBatches(const Module& m, OpId op);

// The rule of a custom_call, looked up by its target.
bool CustomCallOpRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CUSTOM_CALL_H_
