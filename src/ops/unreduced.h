#ifndef SHARDFLOW_OPS_UNREDUCED_H_
#define SHARDFLOW_OPS_UNREDUCED_H_

#include "ir/module.h"
#include "sharding/unreduced.h"

// How ops may change unreduced axes.

namespace shardflow::internal {

// Returns the changes of unreduced axes that the op may make, given its
// computation. Don't call it for explicit reshards, which may make any change.
UnreducedTransition AllowedUnreduced(const Module& m, OpId op);

// Which operands of an op are checked for unreduced axes: the first `count`.
// Unless `reshards_count` is set, operands that come from an explicit reshard
// are skipped.
struct UnreducedOperands {
  int count = 0;
  bool reshards_count = false;
};
UnreducedOperands UnreducedOperandsOf(const Module& m, OpId op);

// Whether the op is an sdy.all_reduce or sdy.reduce_scatter.
bool IsSdyReduction(const Module& m, OpId op);
// Whether the module has any sdy.all_reduce or sdy.reduce_scatter.
bool HasSdyReductions(const Module& m);

// Whether the op is an sdy.reshard or sdy.sharding_constraint.
bool IsExplicitReshard(const Module& m, OpId op);

bool IsBarrier(const Module& m, OpId op);
// If `value` has passed through propagation barriers, returns the value before
// them, otherwise `value` itself.
ValueId SkipBarriers(const Module& m, ValueId value);

// Returns the reduction of the op's body, if its returned values all come from
// an add, all from a maximum, or all from a minimum. Returns nullopt for any
// other body, and for an op without a body, which the verifier accepts.
std::optional<ReductionKind> BodyReduction(const Module& m, OpId op);

// Returns the reduction that combines the op's partial results. This is the
// reduction in its region, or `otherwise` for an op without regions and for a
// reduce of one result whose region computes something else. Returns nullopt
// for all other ops. With `any_collective`, the results of a reduce may also be
// combined by a collective that Shardy lacks (CollectiveOf in ops/reduction.h).
std::optional<ReductionKind> PartialReduction(const Module& m, OpId op,
                                              ReductionKind otherwise,
                                              bool any_collective = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_UNREDUCED_H_
