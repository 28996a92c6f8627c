#include "lower/window_plan.h"

#include <algorithm>
#include <cstdint>

#include "ops/shard_local.h"

namespace shardflow::internal {
namespace {

int64_t FloorDiv(int64_t a, int64_t b) { return (a - ((a % b + b) % b)) / b; }

// The elements [begin, end) of a shard that some device needs; none if end <=
// begin.
struct Needed {
  int64_t begin = INT64_MAX;
  int64_t end = 0;
};

// Lists the parts to concatenate, from the leftmost to the rightmost device
// from which anything is needed. `needed[i]` is needed from the device that is
// i - (shards - 1) places to the left.
void LayOut(const std::vector<Needed>& needed, WindowPlan& plan) {
  const int64_t shards = plan.sizes.shards, size = plan.shard_in;
  int64_t first = 1 - shards, last = shards - 1;
  for (int64_t hop = 1 - shards; hop < shards; ++hop) {
    const Needed& part = needed[static_cast<size_t>(hop + shards - 1)];
    if (part.begin >= part.end) continue;
    first = std::max(first, hop);
    last = std::min(last, hop);
  }
  if (first < last) first = last = 0;  // nothing but padding
  for (int64_t hop = first; hop >= last; --hop) {
    const Needed& part = needed[static_cast<size_t>(hop + shards - 1)];
    // A device's own elements cost nothing, so it takes all of them.
    plan.parts.push_back({.hop = hop,
                          .begin = hop == first && hop != 0 ? part.begin : 0,
                          .end = hop == last && hop != 0 ? part.end : size});
  }
}

}  // namespace

bool WindowPlan::HasOneStart() const {
  return std::all_of(starts.begin(), starts.end(),
                     [&](int64_t start) { return start == starts.front(); });
}

int64_t WindowPlan::Size() const {
  int64_t size = edge_left + edge_right;
  for (const WindowPart& part : parts) size += part.end - part.begin;
  return size;
}

bool WindowPlan::Fetches() const {
  return parts.size() != 1 || parts[0].hop != 0;
}

bool WindowPlan::IsLocal() const {
  return !Fetches() && edge_left == 0 && edge_right == 0 && HasOneStart() &&
         count == shard_in && !sees_end;
}

std::optional<WindowPlan> PlanWindow(const WindowSizes& sizes) {
  WindowPlan plan;
  plan.sizes = sizes;
  const int64_t shards = sizes.shards, in = sizes.in;
  const int64_t size = plan.shard_in = CeilDiv(in, shards);
  const int64_t windows = plan.shard_out = CeilDiv(sizes.out, shards);
  if (size < 1 || windows < 1) return std::nullopt;
  const int64_t step = windows * sizes.stride;
  // The first windows of all shards must begin at the same distance from an
  // element of the dilated operand.
  if (step % sizes.dilation != 0) return std::nullopt;
  plan.low = -sizes.low - FloorDiv(-sizes.low, sizes.dilation) * sizes.dilation;
  if (plan.low != 0) plan.low = sizes.dilation - plan.low;
  const int64_t extent = (windows - 1) * sizes.stride + sizes.reach;
  if (extent <= plan.low) return std::nullopt;
  plan.count = (extent - 1 - plan.low) / sizes.dilation + 1;
  plan.high = extent - plan.low - ((plan.count - 1) * sizes.dilation + 1);

  std::vector<Needed> needed(static_cast<size_t>(2 * shards - 1));
  std::vector<bool> looks(static_cast<size_t>(shards), false);
  const int64_t used = CeilDiv(sizes.out, windows);  // shards with windows
  for (int64_t shard = 0; shard < shards; ++shard) {
    const int64_t first =
        (shard * step - sizes.low + plan.low) / sizes.dilation;
    plan.firsts.push_back(first);
    if (shard >= used) continue;
    // The last shard may have fewer windows.
    const int64_t last_window = sizes.to < 0 ? sizes.out : sizes.to;
    const int64_t skipped = std::max<int64_t>(0, sizes.from - shard * windows);
    const int64_t here = std::min(windows, last_window - shard * windows);
    if (skipped >= here) continue;
    looks[static_cast<size_t>(shard)] = true;
    const int64_t seen = (here - 1) * sizes.stride + sizes.reach;
    const int64_t begin = std::max<int64_t>(
        first + CeilDiv(skipped * sizes.stride, sizes.dilation), 0);
    const int64_t end = std::min(
        in, FloorDiv(shard * step - sizes.low + seen - 1, sizes.dilation) + 1);
    for (int64_t from = begin / size; from < shards && from * size < end;
         ++from) {
      Needed& part = needed[static_cast<size_t>(shard - from + shards - 1)];
      part.begin =
          std::min(part.begin, std::max(begin - from * size, int64_t{0}));
      part.end = std::max(part.end, std::min(end - from * size, size));
    }
  }
  LayOut(needed, plan);
  // Where the concatenated parts begin, counted from the device's own shard,
  // and how many elements they have.
  const int64_t base = plan.parts[0].begin - plan.parts[0].hop * size;
  const int64_t total = plan.Size();
  int64_t fetched = 0;
  for (const WindowPart& part : plan.parts) {
    if (part.hop != 0) fetched += part.end - part.begin;
  }
  if (!sizes.at_any_cost && fetched > (shards - 1) * size) return std::nullopt;
  int64_t some = 0;  // a shard that reads something
  for (int64_t shard = 0; shard < used; ++shard) {
    if (!looks[static_cast<size_t>(shard)]) continue;
    some = shard;
    const int64_t first = plan.firsts[static_cast<size_t>(shard)];
    const int64_t start = first - shard * size - base;
    plan.edge_left = std::max(plan.edge_left, -start);
    plan.edge_right = std::max(plan.edge_right, start + plan.count - total);
    plan.sees_nothing |= (first < 0 && base < 0) ||
                         (first + plan.count > in && base + total > size);
    plan.sees_end |= first + plan.count > in && shards * size > in;
  }
  for (int64_t shard = 0; shard < shards; ++shard) {
    // A shard without windows gets the start of a shard that has some.
    const int64_t like = looks[static_cast<size_t>(shard)] ? shard : some;
    plan.starts.push_back(plan.firsts[static_cast<size_t>(like)] - like * size -
                          base + plan.edge_left);
  }
  return plan;
}

}  // namespace shardflow::internal
