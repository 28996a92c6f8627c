#include "lower/unreduced_plan.h"

#include <algorithm>
#include <cstddef>

namespace shardflow::internal {
namespace {

// Returns the axes of `axes` that can coexist with all of `others`.
Axes Compatible(ResolvedList axes, ResolvedList others) {
  Axes compatible;
  for (const ResolvedAxis& axis : axes) {
    if (std::all_of(others.begin(), others.end(),
                    [&](const ResolvedAxis& other) {
                      return !Overlaps(axis, other) || CanCoexist(axis, other);
                    })) {
      compatible.push_back(axis);
    }
  }
  return compatible;
}

}  // namespace

UnreducedChange ChangeOfUnreduced(ResolvedList before, ResolvedList after) {
  const Axes stays = Compatible(before, after);
  UnreducedChange change;
  change.kept = Difference(stays, Difference(stays, after));
  for (const ResolvedAxis& axis : before) {
    if (std::find(stays.begin(), stays.end(), axis) == stays.end()) {
      change.reduced.push_back(axis);
    } else {
      const ResolvedAxis one[] = {axis};
      const Axes rest = Difference(one, after);
      change.reduced.insert(change.reduced.end(), rest.begin(), rest.end());
    }
  }
  for (const ResolvedAxis& axis : after) {
    const ResolvedAxis one[] = {axis};
    const Axes rest = Difference(one, change.kept);
    change.made.insert(change.made.end(), rest.begin(), rest.end());
  }
  return change;
}

bool UnreducedPlan::AnyFromSharded() const {
  return std::any_of(from_sharded.begin(), from_sharded.end(),
                     [](const Axes& axes) { return !axes.empty(); });
}

UnreducedPlan PlanUnreduced(std::span<const ResolvedList> from,
                            std::span<const ResolvedList> to,
                            ResolvedList made) {
  UnreducedPlan plan;
  plan.keeps.assign(from.size(), false);
  plan.from_sharded.resize(from.size());
  Axes all;
  for (size_t d = 0; d < from.size() && d < to.size(); ++d) {
    if (!IsStrictPrefix(to[d], from[d])) {
      plan.needs_reshard |= !ListsEqual(to[d], from[d]);
      continue;
    }
    Axes beyond = Beyond(from[d], to[d]);
    if (!AreWithin(beyond, made)) {
      plan.needs_reshard = true;
      continue;
    }
    all.insert(all.end(), beyond.begin(), beyond.end());
    plan.keeps[d] = true;
    plan.from_sharded[d] = std::move(beyond);
  }
  plan.from_replicated = Difference(made, all);
  return plan;
}

}  // namespace shardflow::internal
