#ifndef SHARDFLOW_LOWER_DISTRIBUTE_H_
#define SHARDFLOW_LOWER_DISTRIBUTE_H_

#include <cstddef>

#include "sharding/projection.h"

namespace shardflow::internal {

// Shards the factors of a tensor along `axes` instead of its own axes. Each
// axis goes to the first factor (dimension by dimension, major to minor) whose
// remaining size has a common divisor with the axis' size, and is split if only
// a part of it fits. Once an axis fits nowhere, it and all axes after it become
// the overflow of the last factor.
void Redistribute(Projection& projection, size_t tensor, ResolvedList axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_DISTRIBUTE_H_
