#ifndef SHARDFLOW_LOWER_AXES_H_
#define SHARDFLOW_LOWER_AXES_H_

#include <cstdint>
#include <vector>

#include "sharding/resolved.h"

// Lists of resolved axes, as the reshard planners use them.

namespace shardflow::internal {

using Axes = std::vector<ResolvedAxis>;

// Returns a + b, or INT64_MAX if the sum overflows. Neither may be negative.
inline int64_t SaturatingSum(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// Returns the number of shards that the axes make: the product of their sizes.
// Saturates at INT64_MAX.
int64_t Product(ResolvedList axes);

// Returns what follows `prefix` in `axes`, which must begin with it: ["x":(2)2,
// "y"] for ["x", "y"] and ["x":(1)2].
Axes Beyond(ResolvedList axes, ResolvedList prefix);

// Whether the two lists shard a dimension in the same way. Axes of size 1 are
// ignored, since they shard nothing.
bool SameLayout(ResolvedList a, ResolvedList b);

// Sorts the axes in mesh order and merges neighbours. They must not overlap.
void SortAndMerge(Axes& axes);
// Whether the two lists cover the same axes, regardless of their order and of
// how they are cut into sub-axes.
bool SameSet(ResolvedList a, ResolvedList b);
// Returns the axes of `a` that aren't in `b`, in the order of `a`. Of an axis
// that is partly in `b`, the rest is returned. Overlapping axes must be able to
// coexist.
Axes Difference(ResolvedList a, ResolvedList b);
// Whether each axis of `axes` is an axis of `others` or a part of one.
// ("x":(1)2 of "x"=6 isn't a part of "x":(1)3: the cuts don't fit together.)
bool AreWithin(ResolvedList axes, ResolvedList others);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_AXES_H_
