#include "lower/window_plan.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

// Tests plans of all sizes: the windows of each device must read the right
// elements. The elements of the tensor are their own indices.

namespace shardflow::internal {
namespace {

constexpr int64_t kNothing = -1;  // padding
constexpr int64_t kOther = -2;    // an element that no window may read

// Returns the concatenated parts that the device has after all fetches,
// including the edges. Devices that get nothing have zeros, which count as
// padding if `zero_pads` is set.
std::vector<int64_t> SideBySide(const WindowPlan& plan, int64_t shard,
                                bool zero_pads) {
  const auto element = [&](int64_t of_shard, int64_t i) {
    const int64_t place = of_shard * plan.shard_in + i;
    return place >= plan.sizes.in ? kOther : place;
  };
  std::vector<int64_t> all(static_cast<size_t>(plan.edge_left), kNothing);
  for (const WindowPart& part : plan.parts) {
    const int64_t sender = shard - part.hop;
    const bool gets =
        part.hop == 0 || std::find(part.receivers.begin(), part.receivers.end(),
                                   shard) != part.receivers.end();
    for (int64_t i = part.begin; i < part.end; ++i) {
      if (!gets) {
        all.push_back(zero_pads ? kNothing : kOther);
      } else if (part.begins.empty()) {
        all.push_back(element(sender, i));
      } else {
        all.push_back(
            element(sender, part.begins[static_cast<size_t>(sender)] + i));
      }
    }
  }
  all.insert(all.end(), static_cast<size_t>(plan.edge_right), kNothing);
  return all;
}

// Returns the elements that the local op reads, cut out of those in
// SideBySide(). If the plan requires it, replaces elements from outside the
// operand with padding.
std::vector<int64_t> PartOf(const WindowPlan& plan, int64_t shard,
                            bool zero_pads) {
  const std::vector<int64_t> all = SideBySide(plan, shard, zero_pads);
  EXPECT_EQ(static_cast<int64_t>(all.size()), plan.Size());
  const int64_t start = plan.starts[static_cast<size_t>(shard)];
  EXPECT_GE(start, 0);
  EXPECT_LE(start + plan.count, plan.Size());
  if (testing::Test::HasFailure()) return {};
  std::vector<int64_t> part(all.begin() + start,
                            all.begin() + start + plan.count);
  if (!plan.sees_end && (!plan.sees_nothing || zero_pads)) return part;
  const int64_t first = plan.firsts[static_cast<size_t>(shard)];
  for (int64_t i = 0; i < plan.count; ++i) {
    if (first + i < 0 || first + i >= plan.sizes.in) {
      part[static_cast<size_t>(i)] = kNothing;
    }
  }
  return part;
}

// Returns the element that one position of a window reads in a dimension with
// these elements, dilated and padded.
int64_t Seen(const std::vector<int64_t>& elements, int64_t place, int64_t low,
             int64_t dilation) {
  const int64_t at = place - low;
  if (at < 0 || at % dilation != 0) return kNothing;
  const auto i = static_cast<size_t>(at / dilation);
  return i < elements.size() ? elements[i] : kNothing;
}

void Check(const WindowSizes& sizes, bool zero_pads) {
  const std::optional<WindowPlan> plan = PlanWindow(sizes);
  if (!plan) return;
  std::vector<int64_t> whole;
  for (int64_t i = 0; i < sizes.in; ++i) whole.push_back(i);
  for (int64_t shard = 0; shard < sizes.shards; ++shard) {
    const std::vector<int64_t> part = PartOf(*plan, shard, zero_pads);
    ASSERT_EQ(static_cast<int64_t>(part.size()), plan->count);
    // The local op has one window for each element of the result's shard, and
    // the extra windows.
    const int64_t spread =
        plan->low + plan->high + (plan->count - 1) * sizes.dilation + 1;
    ASSERT_EQ((spread - sizes.reach) / sizes.stride + 1, plan->Windows());
    const int64_t skip = plan->skips[static_cast<size_t>(shard)];
    ASSERT_GE(skip, 0);
    ASSERT_LE(skip, plan->extra);
    for (int64_t i = 0; i < plan->shard_out; ++i) {
      const int64_t window = shard * plan->shard_out + i;
      if (window >= sizes.out) continue;
      for (int64_t k = 0; k < sizes.reach; ++k) {
        const int64_t wanted =
            Seen(whole, window * sizes.stride + k, sizes.low, sizes.dilation);
        const int64_t got = Seen(part, (skip + i) * sizes.stride + k, plan->low,
                                 sizes.dilation);
        ASSERT_EQ(got, wanted)
            << sizes.in << " on " << sizes.shards << ", window " << window
            << " of " << sizes.out << ", stride " << sizes.stride << ", reach "
            << sizes.reach << ", low " << sizes.low << ", dilation "
            << sizes.dilation << (zero_pads ? ", zero" : "")
            << (sizes.same_for_all ? ", alike" : "");
      }
    }
  }
}

bool SendsExactly(const WindowPlan& plan) {
  return std::any_of(
      plan.parts.begin(), plan.parts.end(),
      [](const WindowPart& part) { return !part.begins.empty(); });
}

TEST(WindowPlan, EveryWindowSeesItsElements) {
  int64_t planned = 0, exact = 0, extra = 0;
  for (const int64_t shards : {2, 3, 4}) {
    for (int64_t in = 1; in <= 13; ++in) {
      for (int64_t reach = 1; reach <= 4; ++reach) {
        for (int64_t low = -7; low <= 9; low += low < 3 ? 1 : 3) {
          for (int64_t high = -1; high <= 2; ++high) {
            for (const int64_t stride : {1, 2, 3}) {
              for (const int64_t dilation : {1, 2, 3, 5}) {
                const int64_t size = (in - 1) * dilation + 1 + low + high;
                if (size < reach) continue;
                WindowSizes sizes{.shards = shards,
                                  .in = in,
                                  .out = (size - reach) / stride + 1,
                                  .stride = stride,
                                  .reach = reach,
                                  .low = low,
                                  .dilation = dilation};
                const std::optional<WindowPlan> plan = PlanWindow(sizes);
                planned += plan ? 1 : 0;
                exact += plan && SendsExactly(*plan) ? 1 : 0;
                extra += plan && plan->extra > 0 ? 1 : 0;
                for (const bool zero_pads : {false, true}) {
                  for (const bool alike : {false, true}) {
                    sizes.same_for_all = alike;
                    Check(sizes, zero_pads);
                    if (testing::Test::HasFailure()) return;
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  EXPECT_GT(planned, 5000);
  EXPECT_GT(exact, 500);
  EXPECT_GT(extra, 500);
}

// Windows with stride 1 on 4 elements that are dilated by 2, on 2 devices. With
// 7 windows, each device computes 4, and there are no extra windows. With 9,
// each device needs 5. Window 5 begins between two elements, unlike window 0,
// so each device computes 6, and the second device skips its first one.
TEST(WindowPlan, ComputesExtraWindowsIfTheDilationDoesNotFit) {
  WindowSizes sizes{.shards = 2, .in = 4, .out = 7, .dilation = 2};
  std::optional<WindowPlan> plan = PlanWindow(sizes);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->extra, 0);
  sizes.out = 9;
  plan = PlanWindow(sizes);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->extra, 1);
  EXPECT_EQ(plan->skips, (std::vector<int64_t>{0, 1}));
}

// Only the needed elements are sent.
TEST(WindowPlan, SendsBorders) {
  const std::optional<WindowPlan> plan = PlanWindow(
      {.shards = 4, .in = 16, .out = 16, .stride = 1, .reach = 3, .low = 1});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->parts.size(), 3u);
  EXPECT_EQ(plan->parts[0].hop, 1);
  EXPECT_EQ(plan->parts[0].begin, 3);
  EXPECT_EQ(plan->parts[1].hop, 0);
  EXPECT_EQ(plan->parts[2].hop, -1);
  EXPECT_EQ(plan->parts[2].end, 1);
  EXPECT_TRUE(plan->HasOneStart());
  EXPECT_FALSE(plan->sees_end);
}

// The op pads by more than two shards, so no device keeps any element, and
// nothing is sent via the shards in between.
TEST(WindowPlan, JumpsOverNeighbours) {
  const std::optional<WindowPlan> plan =
      PlanWindow({.shards = 4, .in = 16, .out = 16, .low = 11});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->parts.size(), 2u);
  EXPECT_EQ(plan->parts[0].hop, 3);
  EXPECT_EQ(plan->parts[0].end - plan->parts[0].begin, 3);
  EXPECT_EQ(plan->parts[1].hop, 2);
  EXPECT_EQ(plan->parts[1].end - plan->parts[1].begin, 1);
}

// The op takes the first half of 16 elements, so each device needs 2 of them.
// Devices 0 and 1 send 2 elements to each receiver, not their whole shards.
TEST(WindowPlan, SendsEachReceiverWhatItNeeds) {
  const std::optional<WindowPlan> plan =
      PlanWindow({.shards = 4, .in = 16, .out = 8});
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->parts.size(), 3u);
  EXPECT_EQ(plan->parts[0].hop, 2);
  EXPECT_EQ(plan->parts[0].receivers, std::vector<int64_t>({3}));
  EXPECT_EQ(plan->parts[1].hop, 1);
  EXPECT_EQ(plan->parts[1].receivers, (std::vector<int64_t>{1, 2}));
  EXPECT_EQ(plan->parts[1].end, 2);
  EXPECT_EQ(plan->parts[1].begins[0], 2);
  EXPECT_EQ(plan->parts[1].begins[1], 0);
}

TEST(WindowPlan, WindowsInOneShardAreLocal) {
  const std::optional<WindowPlan> plan = PlanWindow(
      {.shards = 4, .in = 16, .out = 8, .stride = 2, .reach = 2, .low = 0});
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->IsLocal());
}

}  // namespace
}  // namespace shardflow::internal
