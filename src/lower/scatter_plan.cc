#include "lower/scatter_plan.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/shard_local.h"

namespace shardflow::internal {
namespace {

// The windows [first, end) that touch the elements of a shard.
struct Touching {
  int64_t first = 0;
  int64_t end = 0;
  bool is_empty = false;  // whether the shard has no elements
};

std::vector<Touching> FindTouching(const ScatterSizes& sizes, int64_t shard) {
  std::vector<Touching> found;
  for (int64_t i = 0; i < sizes.shards; ++i) {
    const int64_t begin = std::min(sizes.in, i * shard);
    const int64_t end = std::min(sizes.in, begin + shard);
    Touching touching;
    if (begin >= sizes.reach) {
      touching.first = (begin - sizes.reach) / sizes.stride + 1;
    }
    touching.end = std::min(sizes.windows, CeilDiv(end, sizes.stride));
    touching.first = std::min(touching.first, touching.end);
    touching.is_empty = begin == end;
    if (touching.is_empty) touching.end = touching.first;
    found.push_back(touching);
  }
  return found;
}

}  // namespace

std::optional<ScatterPlan> PlanScatter(const ScatterSizes& sizes) {
  ScatterPlan plan;
  plan.shard = CeilDiv(sizes.in, sizes.shards);
  plan.source_shard = CeilDiv(sizes.windows, sizes.shards);
  if (plan.shard < 1 || plan.source_shard < 1) return std::nullopt;
  const std::vector<Touching> touching = FindTouching(sizes, plan.shard);
  // All devices handle the same number of windows.
  int64_t count = 1;
  for (const Touching& t : touching) count = std::max(count, t.end - t.first);
  const int64_t extent = (count - 1) * sizes.stride + sizes.reach;

  std::vector<WindowRead> operand, source;
  for (const Touching& t : touching) {
    const bool matters = !t.is_empty;
    const int64_t begin = t.first * sizes.stride;
    const int64_t end =
        t.first < t.end ? (t.end - 1) * sizes.stride + sizes.reach : begin;
    operand.push_back({.first = begin,
                       .begin = begin,
                       .end = end,
                       .seen_begin = begin,
                       .seen_end = end,
                       .matters = matters});
    source.push_back({.first = t.first,
                      .begin = t.first,
                      .end = t.end,
                      .seen_begin = t.first,
                      .seen_end = t.first + count,
                      .matters = matters});
  }
  plan.operand.sizes = {.shards = sizes.shards, .in = sizes.in};
  plan.operand.shard_in = plan.shard;
  plan.operand.count = extent;
  plan.source.sizes = {.shards = sizes.shards, .in = sizes.windows};
  plan.source.shard_in = plan.source_shard;
  plan.source.count = count;
  if (!PlanReads(operand, plan.operand) || !PlanReads(source, plan.source)) {
    return std::nullopt;
  }
  // If a window touches no element of the shard, it doesn't matter which of its
  // elements the local op selects.
  plan.operand.sees_nothing = plan.operand.sees_end = false;

  for (int64_t i = 0; i < sizes.shards; ++i) {
    const Touching& t = touching[static_cast<size_t>(i)];
    const int64_t start =
        t.is_empty ? 0 : i * plan.shard - t.first * sizes.stride;
    plan.starts.push_back(start);
    plan.edge_left = std::max(plan.edge_left, -start);
    plan.edge_right = std::max(plan.edge_right, start + plan.shard - extent);
  }
  for (int64_t& start : plan.starts) start += plan.edge_left;
  return plan;
}

}  // namespace shardflow::internal
