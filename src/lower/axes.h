#ifndef SHARDFLOW_LOWER_AXES_H_
#define SHARDFLOW_LOWER_AXES_H_

#include <cstdint>
#include <vector>

#include "sharding/resolved.h"

// Functions on lists of resolved axes (sharding/resolved.h), for planning
// reshards.

namespace shardflow::internal {

using Axes = std::vector<ResolvedAxis>;

// Returns a + b, or INT64_MAX if the sum overflows. Neither may be negative.
inline int64_t SaturatingSum(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// Returns the rest of `axes` after `prefix`. `axes` must begin with `prefix`.
// For ["x", "y"] and ["x":(1)2] this is ["x":(2)2, "y"].
Axes Beyond(ResolvedList axes, ResolvedList prefix);

// Whether the two lists shard a dimension in the same way. Axes of size 1 are
// ignored, since they shard nothing.
bool SameLayout(ResolvedList a, ResolvedList b);

// Whether the two lists cover the same axes, regardless of their order and of
// how they are cut into sub-axes.
bool SameSet(ResolvedList a, ResolvedList b);
// Returns the axes of `a` that aren't in `b`, in the order of `a`. If only a
// part of an axis is in `b`, the result contains the rest. Overlapping axes
// must be able to coexist (sharding/axis.h).
Axes Difference(ResolvedList a, ResolvedList b);
// Whether each axis of `axes` is an axis of `others` or a part of one.
// ("x":(1)2 of "x"=6 isn't a part of "x":(1)3: the cuts don't fit together.)
bool AreWithin(ResolvedList axes, ResolvedList others);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_AXES_H_
