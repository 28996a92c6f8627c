#ifndef SHARDFLOW_LOWER_UNREDUCED_PLAN_H_
#define SHARDFLOW_LOWER_UNREDUCED_PLAN_H_

#include <span>
#include <vector>

#include "lower/axes.h"

// Plans how a reshard removes and adds unreduced axes. Data only.

namespace shardflow::internal {

// Unreduced axes before and after.
struct UnreducedChange {
  Axes reduced;  // before only: they have to be reduced
  Axes kept;     // before and after
  Axes made;     // after only
};
// Two axes that overlap but can't coexist ("x":(3)4 and "x":(4)3 of "x"=12) are
// partial sums over different groups of devices. An axis of `before` that can't
// coexist with one of `after` isn't kept, not even in part.
UnreducedChange ChangeOfUnreduced(ResolvedList before, ResolvedList after);

// How axes are made unreduced: from a sharded tensor if a dimension ends with
// them, and from a replicated one otherwise.
struct UnreducedPlan {
  // Whether each dimension keeps its axes until they are made unreduced. If
  // not, it is first resharded to its wanted axes.
  std::vector<bool> keeps;
  bool needs_reshard = false;
  std::vector<Axes> from_sharded;  // for each dimension
  Axes from_replicated;

  bool AnyFromSharded() const;
};
UnreducedPlan PlanUnreduced(std::span<const ResolvedList> from,
                            std::span<const ResolvedList> to,
                            ResolvedList made);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_UNREDUCED_PLAN_H_
