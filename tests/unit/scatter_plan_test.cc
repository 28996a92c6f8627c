#include "lower/scatter_plan.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

// Tests plans of all sizes: each device must get the elements that the windows
// on its shard read, and must find its elements in the result.

namespace shardflow::internal {
namespace {

constexpr int64_t kNothing = -1;  // padding, or no element received

// Returns the indices of the elements that the local op reads on the device.
std::vector<int64_t> Read(const WindowPlan& plan, int64_t shard) {
  std::vector<int64_t> all(static_cast<size_t>(plan.edge_left), kNothing);
  for (const WindowPart& part : plan.parts) {
    const int64_t sender = shard - part.hop;
    const bool gets =
        part.hop == 0 || std::find(part.receivers.begin(), part.receivers.end(),
                                   shard) != part.receivers.end();
    for (int64_t i = part.begin; i < part.end; ++i) {
      const int64_t from = part.begins.empty() || !gets
                               ? i
                               : part.begins[static_cast<size_t>(sender)] + i;
      const int64_t place = sender * plan.shard_in + from;
      all.push_back(gets && place < plan.sizes.in ? place : kNothing);
    }
  }
  all.insert(all.end(), static_cast<size_t>(plan.edge_right), kNothing);
  const int64_t start = plan.starts[static_cast<size_t>(shard)];
  EXPECT_GE(start, 0);
  EXPECT_LE(start + plan.count, static_cast<int64_t>(all.size()));
  if (testing::Test::HasFailure()) return {};
  return {all.begin() + start, all.begin() + start + plan.count};
}

// Checks the windows that each device computes for the elements of its shard.
void Check(const ScatterSizes& sizes) {
  const std::optional<ScatterPlan> plan = PlanScatter(sizes);
  if (!plan) return;
  const int64_t extent = plan->operand.count;
  for (int64_t shard = 0; shard < sizes.shards; ++shard) {
    const int64_t begin = shard * plan->shard;
    if (begin >= sizes.in) continue;
    const std::vector<int64_t> elements = Read(plan->operand, shard);
    const std::vector<int64_t> sources = Read(plan->source, shard);
    ASSERT_EQ((extent - sizes.reach) / sizes.stride + 1, plan->source.count);
    ASSERT_LE(plan->starts[static_cast<size_t>(shard)] + plan->shard,
              plan->edge_left + extent + plan->edge_right);
    const int64_t first = plan->source.firsts[static_cast<size_t>(shard)];
    std::vector<int64_t> found;
    for (int64_t i = 0; i < plan->source.count; ++i) {
      const int64_t window = first + i;
      if (window >= sizes.windows) {
        // A window beyond the end must change nothing. FetchWindow overwrites
        // its source if the plan says so; otherwise the source must be empty.
        if (!plan->source.sees_end && !plan->source.sees_nothing) {
          ASSERT_EQ(sources[static_cast<size_t>(i)], kNothing);
        }
        continue;
      }
      const int64_t start = window * sizes.stride;
      const bool touches = start < std::min(begin + plan->shard, sizes.in) &&
                           start + sizes.reach > begin;
      // The position of the window's elements in the result, relative to the
      // shard's first element.
      const int64_t place = plan->edge_left + i * sizes.stride -
                            plan->starts[static_cast<size_t>(shard)];
      if (!touches) {
        ASSERT_TRUE(place >= plan->shard || place + sizes.reach <= 0 ||
                    begin + place >= sizes.in);
        continue;
      }
      found.push_back(window);
      ASSERT_EQ(place, start - begin);
      ASSERT_EQ(sources[static_cast<size_t>(i)], window);
      for (int64_t k = 0; k < sizes.reach; ++k) {
        ASSERT_EQ(elements[static_cast<size_t>(i * sizes.stride + k)],
                  start + k);
      }
    }
    for (int64_t window = 0; window < sizes.windows; ++window) {
      const int64_t start = window * sizes.stride;
      const bool touches = start < std::min(begin + plan->shard, sizes.in) &&
                           start + sizes.reach > begin;
      ASSERT_EQ(std::count(found.begin(), found.end(), window),
                touches ? 1 : 0);
    }
  }
}

TEST(ScatterPlan, DevicesHandleTheWindowsThatTouchTheirShards) {
  int64_t planned = 0;
  for (const int64_t shards : {2, 3, 4, 8}) {
    for (int64_t in = 1; in <= 24; ++in) {
      for (int64_t reach = 1; reach <= std::min<int64_t>(in, 6); ++reach) {
        for (int64_t stride = 1; stride <= 7; ++stride) {
          const int64_t most = (in - reach) / stride + 1;
          for (int64_t windows = std::max<int64_t>(1, most - 2);
               windows <= most; ++windows) {
            const ScatterSizes sizes{.shards = shards,
                                     .in = in,
                                     .windows = windows,
                                     .stride = stride,
                                     .reach = reach};
            planned += PlanScatter(sizes) ? 1 : 0;
            Check(sizes);
            if (testing::Test::HasFailure()) {
              FAIL() << in << " on " << shards << ", " << windows
                     << " windows, stride " << stride << ", reach " << reach;
            }
          }
        }
      }
    }
  }
  EXPECT_GT(planned, 1000);
}

// This is the example in scatter_plan.h.
TEST(ScatterPlan, FetchesBorders) {
  const std::optional<ScatterPlan> plan = PlanScatter(
      {.shards = 4, .in = 16, .windows = 7, .stride = 2, .reach = 3});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->source.firsts[1], 1);
  EXPECT_EQ(plan->operand.firsts[1], 2);
  EXPECT_EQ(plan->operand.count, 7);
  EXPECT_EQ(plan->starts[1] - plan->edge_left, 2);
}

}  // namespace
}  // namespace shardflow::internal
