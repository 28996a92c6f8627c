#ifndef SHARDFLOW_LOWER_HALO_PLAN_H_
#define SHARDFLOW_LOWER_HALO_PLAN_H_

#include <cstdint>
#include <vector>

#include "sharding/sharding.h"

// Plans which elements devices have to fetch from their neighbours along a
// sharded dimension (the *halo*) for an op that moves elements along it. A plan
// is data; lower/halo_emit.h writes the ops.
//
//   slice [1:9] of 10 elements on 2 devices: shards of 5 become shards of 4;
//   device 0 needs elements 1..4, device 1 needs 5..8: nothing to fetch
//   slice [2:10]: device 0 needs 2..5: one hop to the right

namespace shardflow::internal {

// The sizes of an op along one dimension. Element i of the result is element
// (i * stride - low) / dilation of the operand, or padding if the operand has
// no such element.
struct HaloSizes {
  int64_t shards = 1;  // number of shards of the operand, and of the result
  int64_t in = 0;      // size of the whole operand, in elements
  int64_t out = 0;     // size of the whole result, in elements
  int64_t low = 0;
  int64_t stride = 1;
  int64_t dilation = 1;
};

// The plan for one dimension. Sizes are in elements.
struct HaloDim {
  size_t dim = 0;
  std::vector<AxisRef> axes;
  HaloSizes sizes;
  int64_t shard_in = 0;   // size of an operand shard, rounded up
  int64_t shard_out = 0;  // size of a result shard, rounded up
  // The number of elements of the dilated operand that a shard of the result
  // covers.
  int64_t footprint = 0;
  // The largest number of shards that any device needs from its left.
  int64_t left = 0;
  // The largest number of shards that any device needs from its right.
  int64_t right = 0;
  // Whether some device needs elements from another device, or needs only
  // padding.
  bool needs_others = false;
  // Whether it is worthwhile to fetch `left` and `right` shards. If not, the
  // dimension is replicated.
  bool possible = true;
  // For a reshape: for each device, where its part of the result begins,
  // relative to the beginning of its shard of the operand. For other ops this
  // is empty, and the formula of HaloSizes applies.
  std::vector<int64_t> starts;

  // Whether each device keeps its part of the dimension unchanged. (The size of
  // the whole dimension may still change, within the padding.)
  bool IsIdentity() const {
    return !needs_others && starts.empty() && sizes.low == 0 &&
           sizes.stride == 1 && sizes.dilation == 1 && shard_in == shard_out;
  }
};

// Plans the halo of dimension `dim`, which is sharded along `axes`.
HaloDim PlanHaloDim(size_t dim, std::vector<AxisRef> axes,
                    const HaloSizes& sizes);

// Plans a reshape that splits dimension `dim`, of `in` elements, into several
// dimensions. out[k] is the size of the k-th of these, and out_shards[k] its
// number of shards. Each dimension before the last sharded one must have as
// many shards as elements.
HaloDim PlanHaloSplit(size_t dim, std::vector<AxisRef> axes, int64_t in,
                      const std::vector<int64_t>& out,
                      const std::vector<int64_t>& out_shards);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_HALO_PLAN_H_
