#ifndef SHARDFLOW_LOWER_UNREDUCED_PLAN_H_
#define SHARDFLOW_LOWER_UNREDUCED_PLAN_H_

#include <span>
#include <vector>

#include "lower/axes.h"

// Plans how a reshard removes and adds unreduced axes.

namespace shardflow::internal {

// How the unreduced axes change.
struct UnreducedChange {
  Axes reduced;  // unreduced only before, so they have to be reduced
  Axes kept;     // unreduced before and after
  Axes made;     // unreduced only after
};
// Returns how the unreduced axes change from `before` to `after`. Two axes that
// overlap but can't coexist ("x":(3)4 and "x":(4)3 of "x"=12) are partial sums
// over different groups of devices. So an axis of `before` that can't coexist
// with an axis of `after` isn't kept, not even in part.
UnreducedChange ChangeOfUnreduced(ResolvedList before, ResolvedList after);

// How axes are made unreduced. Axes at the end of a dimension are made
// unreduced while they shard the tensor. All other axes are made unreduced
// while the tensor is replicated along them.
struct UnreducedPlan {
  // For each dimension, whether it keeps its axes until they are made
  // unreduced. If not, it is first resharded to the axes that are wanted on it.
  std::vector<bool> keeps;
  bool needs_reshard = false;
  // The axes of each dimension that are made unreduced while they shard the
  // dimension.
  std::vector<Axes> from_sharded;
  Axes from_replicated;

  bool AnyFromSharded() const;
};
UnreducedPlan PlanUnreduced(std::span<const ResolvedList> from,
                            std::span<const ResolvedList> to,
                            ResolvedList made);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_UNREDUCED_PLAN_H_
