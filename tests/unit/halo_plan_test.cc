#include "lower/halo_plan.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "ops/shard_local.h"

// Executes plans by simulation, and compares the results with those of the op
// on the whole tensor.

namespace shardflow::internal {
namespace {

constexpr int64_t kPadding = -1;
constexpr int64_t kGarbage = -99;  // in the padding of the operand

using Elements = std::vector<int64_t>;

// Element i of the result is element (i * stride - low) / dilation of the
// operand.
Elements Whole(const HaloSizes& sizes) {
  Elements result;
  for (int64_t i = 0; i < sizes.out; ++i) {
    const int64_t at = i * sizes.stride - sizes.low;
    const bool exists =
        at >= 0 && at % sizes.dilation == 0 && at / sizes.dilation < sizes.in;
    result.push_back(exists ? at / sizes.dilation : kPadding);
  }
  return result;
}

// Returns a device's shard. There is no device beyond the last shard.
Elements Shard(const HaloDim& plan, int64_t shard, int64_t filler) {
  Elements elements;
  for (int64_t i = 0; i < plan.shard_in; ++i) {
    const int64_t at = shard * plan.shard_in + i;
    elements.push_back(shard < 0 || shard >= plan.sizes.shards ? kPadding
                       : at < plan.sizes.in                    ? at
                                                               : filler);
  }
  return elements;
}

Elements Exchanged(const HaloDim& plan, int64_t shard, int64_t filler) {
  Elements side_by_side;
  for (int64_t hop = -plan.left; hop <= plan.right; ++hop) {
    const Elements part = Shard(plan, shard + hop, filler);
    side_by_side.insert(side_by_side.end(), part.begin(), part.end());
  }
  const int64_t edge = plan.footprint * plan.sizes.dilation;
  Elements buffer(static_cast<size_t>(edge), kPadding);
  for (size_t i = 0; i < side_by_side.size(); ++i) {
    if (i > 0)
      buffer.insert(buffer.end(), static_cast<size_t>(plan.sizes.dilation - 1),
                    kPadding);
    buffer.push_back(side_by_side[i]);
  }
  buffer.insert(buffer.end(), static_cast<size_t>(edge), kPadding);
  const int64_t before = edge + plan.left * plan.shard_in * plan.sizes.dilation;
  int64_t start =
      plan.starts.empty()
          ? std::max<int64_t>(0, shard * (plan.shard_out * plan.sizes.stride -
                                          plan.shard_in * plan.sizes.dilation) +
                                     before - plan.sizes.low)
          : before + plan.starts[static_cast<size_t>(shard)];
  start = std::clamp<int64_t>(
      start, 0, static_cast<int64_t>(buffer.size()) - plan.footprint);
  Elements result;
  for (int64_t i = 0; i < plan.footprint; i += plan.sizes.stride) {
    result.push_back(buffer[static_cast<size_t>(start + i)]);
  }
  return result;
}

TEST(HaloPlan, PadsAndSlicesAreThoseOfTheWhole) {
  std::mt19937 random(1);
  const auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  int exchanged = 0;
  for (int i = 0; i < 20000; ++i) {
    HaloSizes sizes;
    sizes.shards = pick(2, 5);
    sizes.in = pick(1, 20);
    sizes.low = pick(-6, 6);
    const int64_t high = pick(-6, 6);
    if (pick(0, 2) == 0) {
      sizes.stride = pick(1, 3);
      sizes.low = -pick(0, sizes.in - 1);
      sizes.out = (sizes.in + sizes.low + sizes.stride - 1) / sizes.stride;
    } else {
      sizes.dilation = pick(1, 3);
      sizes.out = sizes.low + (sizes.in - 1) * sizes.dilation + 1 + high;
    }
    if (sizes.out < 1) continue;
    const HaloDim plan = PlanHaloDim(0, {}, sizes);
    if (!plan.possible) continue;
    ++exchanged;
    // For a pad, the operand was already padded with the padding value; for a
    // slice, nothing beyond the end is read.
    const bool is_slice = sizes.dilation == 1 && sizes.low <= 0 &&
                          sizes.out * sizes.stride + -sizes.low <= sizes.in;
    const Elements whole = Whole(sizes);
    for (int64_t shard = 0; shard < sizes.shards; ++shard) {
      const Elements part =
          Exchanged(plan, shard, is_slice ? kGarbage : kPadding);
      ASSERT_EQ(part.size(), static_cast<size_t>(plan.shard_out));
      for (size_t e = 0; e < part.size(); ++e) {
        const size_t at = static_cast<size_t>(shard * plan.shard_out) + e;
        if (at >= whole.size()) continue;
        ASSERT_EQ(part[e], whole[at])
            << "shards " << sizes.shards << " in " << sizes.in << " out "
            << sizes.out << " low " << sizes.low << " stride " << sizes.stride
            << " dilation " << sizes.dilation << " shard " << shard
            << " element " << e;
      }
    }
  }
  EXPECT_GT(exchanged, 10000);
}

TEST(HaloPlan, SplitsAreThoseOfTheWhole) {
  struct Case {
    int64_t in;
    std::vector<int64_t> out, shards;
  };
  const Case cases[] = {
      {6, {2, 3}, {2, 2}},
      {14, {2, 7}, {2, 3}},
      {14, {2, 7}, {2, 2}},
      {15, {3, 5}, {3, 2}},
  };
  for (const Case& c : cases) {
    const HaloDim plan = PlanHaloSplit(0, {}, c.in, c.out, c.shards);
    if (!plan.possible) continue;
    const int64_t columns = c.out[1];
    const int64_t local = CeilDiv(columns, c.shards[1]);
    for (int64_t shard = 0; shard < plan.sizes.shards; ++shard) {
      const Elements part = Exchanged(plan, shard, kGarbage);
      for (int64_t e = 0; e < local; ++e) {
        const int64_t column = shard % c.shards[1] * local + e;
        if (column >= columns) continue;
        EXPECT_EQ(part[static_cast<size_t>(e)],
                  shard / c.shards[1] * columns + column)
            << c.in << " shard " << shard;
      }
    }
  }
}

TEST(HaloPlan, NothingIsFetchedWhereNothingIsNeeded) {
  const HaloDim same = PlanHaloDim(0, {}, {.shards = 4, .in = 8, .out = 8});
  EXPECT_FALSE(same.needs_others);
  EXPECT_TRUE(same.IsIdentity());
  const HaloDim shifted =
      PlanHaloDim(0, {}, {.shards = 4, .in = 8, .out = 8, .low = 1});
  EXPECT_TRUE(shifted.needs_others);
  EXPECT_EQ(shifted.left, 1);
  EXPECT_EQ(shifted.right, 0);
  // If each device needs everything, replication is just as good.
  const HaloDim far =
      PlanHaloDim(0, {}, {.shards = 4, .in = 8, .out = 8, .low = -7});
  EXPECT_FALSE(far.possible);
}

}  // namespace
}  // namespace shardflow::internal
