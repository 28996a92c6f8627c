#ifndef SHARDFLOW_LOWER_HALO_PLAN_H_
#define SHARDFLOW_LOWER_HALO_PLAN_H_

#include <cstdint>
#include <vector>

#include "sharding/sharding.h"

// What devices have to fetch from their neighbours along one sharded dimension
// (the *halo*) for an op that moves elements along it. Data only;
// lower/halo_emit.h writes the ops.
//
//   slice [1:9] of 10 elements on 2 devices: shards of 5 become shards of 4;
//   device 0 needs elements 1..4, device 1 needs 5..8: nothing to fetch
//   slice [2:10]: device 0 needs 2..5: one hop to the right

namespace shardflow::internal {

// Result element i is operand element (i * stride - low) / dilation if there is
// such an element, else padding.
struct HaloSizes {
  int64_t shards = 1;
  int64_t in = 0;   // size of the whole operand
  int64_t out = 0;  // size of the whole result
  int64_t low = 0;
  int64_t stride = 1;
  int64_t dilation = 1;
};

struct HaloDim {
  size_t dim = 0;
  std::vector<AxisRef> axes;
  HaloSizes sizes;
  int64_t shard_in = 0;  // size of an operand shard, rounded up
  int64_t shard_out = 0;
  // How many elements of the dilated operand a shard of the result covers.
  int64_t footprint = 0;
  // The most shards that any device needs from its left and from its right.
  int64_t left = 0;
  int64_t right = 0;
  // Whether some device needs elements of another, or only padding.
  bool needs_others = false;
  // Whether fetching `left` and `right` shards is worth it; if not, the
  // dimension is replicated.
  bool possible = true;
  // For a reshape: where each device's part of the result begins, relative to
  // the beginning of its shard of the operand. If empty, the formula above
  // applies.
  std::vector<int64_t> starts;

  // Whether each device's part of the dimension stays as it is. (The size of
  // the whole may still change, within the padding.)
  bool IsIdentity() const {
    return !needs_others && starts.empty() && sizes.low == 0 &&
           sizes.stride == 1 && sizes.dilation == 1 && shard_in == shard_out;
  }
};

HaloDim PlanHaloDim(size_t dim, std::vector<AxisRef> axes,
                    const HaloSizes& sizes);

// Plans a reshape that splits a dimension of `in` elements into dimensions of
// sizes `out`, cut into `out_shards` shards. Each dimension before the last
// sharded one must have as many shards as elements.
HaloDim PlanHaloSplit(size_t dim, std::vector<AxisRef> axes, int64_t in,
                      const std::vector<int64_t>& out,
                      const std::vector<int64_t>& out_shards);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_HALO_PLAN_H_
