#ifndef SHARDFLOW_LOWER_AXES_H_
#define SHARDFLOW_LOWER_AXES_H_

#include <cstdint>
#include <vector>

#include "sharding/resolved.h"

// Lists of resolved axes, as the reshard planners use them.

namespace shardflow::internal {

using Axes = std::vector<ResolvedAxis>;

// Sums that stay at INT64_MAX once they get there. No term is negative.
inline int64_t SaturatingSum(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// The number of shards: the product of the sizes. Saturates at INT64_MAX.
int64_t Product(ResolvedList axes);

// What `axes` has after its beginning `prefix`: ["x", "y"] after ["x":(1)2] is
// ["x":(2)2, "y"].
Axes Beyond(ResolvedList axes, ResolvedList prefix);

// The same layout of a dimension: axes of size 1 shard nothing and don't count.
bool SameLayout(ResolvedList a, ResolvedList b);

// Mesh order, neighbours merged. No two of the axes overlap.
void SortAndMerge(Axes& axes);
// The same set of devices along both, whatever the order and the cuts.
bool SameSet(ResolvedList a, ResolvedList b);
// What is in `a` and not in `b`, in the order of `a`, cut where needed. Axes
// that overlap can coexist.
Axes Difference(ResolvedList a, ResolvedList b);
// Every axis of `axes` is one of `others` or part of one. ("x":(1)2 of "x"=6 is
// no part of "x":(1)3: the cuts don't fit together.)
bool AreWithin(ResolvedList axes, ResolvedList others);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_AXES_H_
