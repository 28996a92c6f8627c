#ifndef SHARDFLOW_LOWER_HALO_PLAN_H_
#define SHARDFLOW_LOWER_HALO_PLAN_H_

#include <cstdint>
#include <vector>

#include "sharding/sharding.h"

// What devices have to fetch from their neighbours along one sharded dimension
// (the *halo*) for an op that moves elements along it. Data only; emitted by
// lower/halo_emit.h.
//
//   slice [1:9] of 10 elements on 2 devices: shards of 5 become shards of 4;
//   device 0 needs elements 1..4, device 1 needs 5..8: nothing to fetch
//   slice [2:10]: device 0 needs 2..5: one hop to the right

namespace shardflow::internal {

// Result element i is operand element (i * stride - low) / dilation, where that
// is a whole number within the operand; else it is padding.
struct HaloSizes {
  int64_t shards = 1;
  int64_t in = 0;   // of the operand, global
  int64_t out = 0;  // of the result, global
  int64_t low = 0;
  int64_t stride = 1;
  int64_t dilation = 1;
};

struct HaloDim {
  size_t dim = 0;
  std::vector<AxisRef> axes;
  HaloSizes sizes;
  int64_t shard_in = 0;  // rounded up
  int64_t shard_out = 0;
  // Elements of the spread operand that a shard of the result covers.
  int64_t footprint = 0;
  // How many shards to the left and to the right are needed at most.
  int64_t left = 0;
  int64_t right = 0;
  // Some device needs another one's elements.
  bool needs_others = false;
  // Fetching so many shards is worth it; else the dimension is replicated.
  bool possible = true;
  // Of a reshape: where the shard's part begins, by shard, counted from the
  // device's own operand shard. Empty: by the formula above.
  std::vector<int64_t> starts;

  // The op leaves the dimension as it is.
  bool IsIdentity() const {
    return !needs_others && starts.empty() && sizes.low == 0 &&
           sizes.stride == 1 && sizes.dilation == 1 && shard_in == shard_out;
  }
};

HaloDim PlanHaloDim(size_t dim, std::vector<AxisRef> axes,
                    const HaloSizes& sizes);

// Splits a dimension of `sizes.in` elements into `out` (of the shards
// `out_shards`; all but the last dimension fully sharded).
HaloDim PlanHaloSplit(size_t dim, std::vector<AxisRef> axes, int64_t in,
                      const std::vector<int64_t>& out,
                      const std::vector<int64_t>& out_shards);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_HALO_PLAN_H_
