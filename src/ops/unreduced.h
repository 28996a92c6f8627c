#ifndef SHARDFLOW_OPS_UNREDUCED_H_
#define SHARDFLOW_OPS_UNREDUCED_H_

#include "ir/module.h"
#include "sharding/unreduced.h"

// Unreduced axes across an op.

namespace shardflow::internal {

// What the op may do to unreduced axes, by what it computes. Explicit reshards
// are not asked: they may do anything.
UnreducedTransition AllowedUnreduced(const Module& m, OpId op);

// Which operands count: the first `count`. Operands that come from an explicit
// reshard count only if `reshards_count`.
struct UnreducedOperands {
  int count = 0;
  bool reshards_count = false;
};
UnreducedOperands UnreducedOperandsOf(const Module& m, OpId op);

// sdy.all_reduce and sdy.reduce_scatter.
bool IsSdyReduction(const Module& m, OpId op);

// sdy.reshard and sdy.sharding_constraint.
bool IsExplicitReshard(const Module& m, OpId op);

// The input of the propagation barriers that `value` went through.
ValueId SkipBarriers(const Module& m, ValueId value);

// The reduction that a region of one add, maximum or minimum for each value
// computes; nothing for any other region.
std::optional<ReductionKind> RegionReduction(const Module& m, RegionId region);

// What combines the partial results of an op whose region reduces: what the
// region computes; `otherwise` for an op without regions, and for a reduce of
// one result whose region computes something else. Nothing for all others.
std::optional<ReductionKind> PartialReduction(const Module& m, OpId op,
                                              ReductionKind otherwise);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_UNREDUCED_H_
