#include "lower/halo_plan.h"

#include <algorithm>
#include <utility>

#include "ops/shard_local.h"

namespace shardflow::internal {

HaloDim PlanHaloDim(size_t dim, std::vector<AxisRef> axes,
                    const HaloSizes& sizes) {
  HaloDim plan;
  plan.dim = dim;
  plan.axes = std::move(axes);
  plan.sizes = sizes;
  plan.shard_in = CeilDiv(sizes.in, sizes.shards);
  plan.shard_out = CeilDiv(sizes.out, sizes.shards);
  plan.footprint =
      plan.shard_out == 0 ? 0 : (plan.shard_out - 1) * sizes.stride + 1;
  for (int64_t shard = 0; shard < sizes.shards; ++shard) {
    const int64_t start =
        (shard * plan.shard_out * sizes.stride - sizes.low) / sizes.dilation;
    const int64_t first = std::max<int64_t>(0, start);
    const int64_t last = std::min(sizes.in - 1, start + plan.footprint - 1);
    if (first > last) {
      plan.needs_others = true;  // this shard is nothing but padding
      continue;
    }
    const int64_t from = first / plan.shard_in, to = last / plan.shard_in;
    plan.needs_others |= from != shard || to != shard;
    plan.left = std::max(plan.left, shard - from);
    plan.right = std::max(plan.right, to - shard);
  }
  plan.possible = plan.left + plan.right + 1 < sizes.shards ||
                  (plan.left <= 1 && plan.right <= 1);
  return plan;
}

HaloDim PlanHaloSplit(size_t dim, std::vector<AxisRef> axes, int64_t in,
                      const std::vector<int64_t>& out,
                      const std::vector<int64_t>& out_shards) {
  HaloDim plan;
  plan.dim = dim;
  plan.axes = std::move(axes);
  plan.sizes.shards = 1;
  for (const int64_t shards : out_shards) plan.sizes.shards *= shards;
  const int64_t shards = plan.sizes.shards;
  plan.sizes.in = plan.sizes.out = in;
  const int64_t size = CeilDiv(in, shards);
  plan.shard_in = plan.shard_out = plan.footprint = size;
  for (int64_t shard = 0; shard < shards; ++shard) {
    // `first` becomes the row-major index of the shard's first element.
    int64_t first = 0, elements = 1, rest = shard;
    for (size_t d = out.size(); d-- > 0;) {
      const int64_t tile = CeilDiv(out[d], out_shards[d]);
      first += rest % out_shards[d] * tile * elements;
      rest /= out_shards[d];
      elements *= out[d];
    }
    const auto owner = [&](int64_t element) {
      return element < in ? element / size : int64_t{-1};
    };
    const int64_t from = owner(first), to = owner(first + size - 1);
    plan.needs_others |=
        (from != -1 && from != shard) || (to != -1 && to != shard);
    if (from != -1) plan.left = std::max(plan.left, shard - from);
    if (to != -1) plan.right = std::max(plan.right, to - shard);
    plan.starts.push_back(from == -1 ? 0 : first - shard * size);
  }
  plan.possible = plan.left <= 1 && plan.right <= 1;
  return plan;
}

}  // namespace shardflow::internal
