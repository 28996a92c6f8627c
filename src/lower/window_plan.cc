#include "lower/window_plan.h"

#include <algorithm>
#include <numeric>

#include "ops/shard_local.h"

namespace shardflow::internal {
namespace {

int64_t FloorDiv(int64_t a, int64_t b) { return (a - ((a % b + b) % b)) / b; }

int64_t Sum(const std::vector<int64_t>& values) {
  return std::accumulate(values.begin(), values.end(), int64_t{0});
}

// Everything up to the farthest device is there, so that what stands side by
// side has no gap.
void Close(std::vector<int64_t>& hops, int64_t shard) {
  while (!hops.empty() && hops.back() == 0) hops.pop_back();
  for (size_t i = 0; i + 1 < hops.size(); ++i) hops[i] = shard;
}

}  // namespace

bool WindowPlan::HasOneStart() const {
  return std::all_of(starts.begin(), starts.end(),
                     [&](int64_t start) { return start == starts.front(); });
}

int64_t WindowPlan::Size() const {
  return edge_left + Sum(left) + shard_in + Sum(right) + edge_right;
}

bool WindowPlan::IsLocal() const {
  return left.empty() && right.empty() && edge_left == 0 && edge_right == 0 &&
         HasOneStart() && count == shard_in && !sees_end;
}

std::optional<WindowPlan> PlanWindow(const WindowSizes& sizes) {
  WindowPlan plan;
  plan.sizes = sizes;
  const int64_t shards = sizes.shards, in = sizes.in;
  const int64_t size = plan.shard_in = CeilDiv(in, shards);
  const int64_t windows = plan.shard_out = CeilDiv(sizes.out, shards);
  if (size < 1 || windows < 1) return std::nullopt;
  const int64_t step = windows * sizes.stride;
  // Between the elements of the operand, shards begin at the same place.
  if (step % sizes.dilation != 0) return std::nullopt;
  plan.low = -sizes.low - FloorDiv(-sizes.low, sizes.dilation) * sizes.dilation;
  if (plan.low != 0) plan.low = sizes.dilation - plan.low;
  const int64_t extent = (windows - 1) * sizes.stride + sizes.reach;
  if (extent <= plan.low) return std::nullopt;
  plan.count = (extent - 1 - plan.low) / sizes.dilation + 1;
  plan.high = extent - plan.low - ((plan.count - 1) * sizes.dilation + 1);

  plan.left.assign(static_cast<size_t>(shards), 0);
  plan.right = plan.left;
  const int64_t used = CeilDiv(sizes.out, windows);  // shards with windows
  for (int64_t shard = 0; shard < shards; ++shard) {
    const int64_t first =
        (shard * step - sizes.low + plan.low) / sizes.dilation;
    plan.firsts.push_back(first);
    if (shard >= used) continue;
    // The last shard may have fewer windows.
    const int64_t here = std::min(windows, sizes.out - shard * windows);
    const int64_t seen = (here - 1) * sizes.stride + sizes.reach;
    const int64_t begin = std::max<int64_t>(first, 0);
    const int64_t end = std::min(
        in, FloorDiv(shard * step - sizes.low + seen - 1, sizes.dilation) + 1);
    if (begin >= end) continue;
    for (int64_t hop = 1; hop < shards; ++hop) {
      const auto h = static_cast<size_t>(hop) - 1;
      const int64_t to_left = (shard - hop + 1) * size - begin;
      const int64_t to_right = end - (shard + hop) * size;
      plan.left[h] =
          std::max(plan.left[h], std::clamp<int64_t>(to_left, 0, size));
      plan.right[h] =
          std::max(plan.right[h], std::clamp<int64_t>(to_right, 0, size));
    }
  }
  Close(plan.left, size);
  Close(plan.right, size);
  const int64_t left = Sum(plan.left), right = Sum(plan.right);
  if (left + right > (shards - 1) * size) {
    return std::nullopt;
  }
  for (int64_t shard = 0; shard < used; ++shard) {
    const int64_t first = plan.firsts[static_cast<size_t>(shard)];
    const int64_t start = first - shard * size;
    const int64_t end = start + plan.count;
    plan.edge_left = std::max(plan.edge_left, -start - left);
    plan.edge_right = std::max(plan.edge_right, end - size - right);
    plan.sees_nothing |=
        (first < 0 && left > 0) || (first + plan.count > in && right > 0);
    plan.sees_end |= first + plan.count > in && shards * size > in;
  }
  for (int64_t shard = 0; shard < shards; ++shard) {
    // Who has no window looks where the first one does.
    const int64_t like = shard < used ? shard : 0;
    plan.starts.push_back(plan.firsts[static_cast<size_t>(like)] - like * size +
                          left + plan.edge_left);
  }
  return plan;
}

}  // namespace shardflow::internal
