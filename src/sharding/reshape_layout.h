#ifndef SHARDFLOW_SHARDING_RESHAPE_LAYOUT_H_
#define SHARDFLOW_SHARDING_RESHAPE_LAYOUT_H_

#include <cstdint>
#include <span>

#include "sharding/sharding.h"

// Finds out whether a reshape moves data between devices.

namespace shardflow::internal {

// Whether a tensor of `shape_a` sharded as `a`, and its reshape to `shape_b`
// sharded as `b`, have each element (counted in row-major order) on the same
// devices. Returns false if the reshape changes a dimension whose size isn't
// divisible by its number of shards. Both shardings must be on `mesh` and have
// the rank of their shape; the shapes must be static.
//
//   8x4 [{"x"}, {}]  and  32 [{"x"}]            same on "x"=2
//   8x4 [{}, {"x"}]  and  32 [{"x"}]            different
bool SameLayoutAcrossReshape(const ShardingStore& store, const Mesh& mesh,
                             const ShardingView& a,
                             std::span<const int64_t> shape_a,
                             const ShardingView& b,
                             std::span<const int64_t> shape_b);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_RESHAPE_LAYOUT_H_
