#ifndef SHARDFLOW_LOWER_DISTRIBUTE_H_
#define SHARDFLOW_LOWER_DISTRIBUTE_H_

#include <cstddef>

#include "sharding/projection.h"

namespace shardflow {

// Lays `axes` out anew along the factors of a tensor, in place of its own: each
// axis goes to the first factor (dimension by dimension, major to minor) that
// has a divisor in common with it, split where it doesn't fit whole. From the
// first axis that fits nowhere on, the rest overflows the last factor.
void Redistribute(Projection& projection, size_t tensor, ResolvedList axes);

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_DISTRIBUTE_H_
