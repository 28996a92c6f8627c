#ifndef SHARDFLOW_LOWER_DISTRIBUTE_H_
#define SHARDFLOW_LOWER_DISTRIBUTE_H_

#include <cstddef>

#include "sharding/projection.h"

namespace shardflow::internal {

// Shards the factors of a tensor along `axes` instead of its current axes. The
// factors are considered dimension by dimension, from major to minor. Each axis
// is assigned to the first factor whose remaining size shares a divisor with
// the size of the axis. If only a part of the axis fits, the axis is split.
// Once an axis fits nowhere, it and all axes after it become the overflow of
// the last factor.
void Redistribute(Projection& projection, size_t tensor, ResolvedList axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_DISTRIBUTE_H_
