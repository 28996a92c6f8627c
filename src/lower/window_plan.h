#ifndef SHARDFLOW_LOWER_WINDOW_PLAN_H_
#define SHARDFLOW_LOWER_WINDOW_PLAN_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sharding/sharding.h"

// Plans which elements devices have to fetch from their neighbours if a window
// slides along a sharded dimension. They fetch only the elements that they
// need, not whole shards. (This is used for convolution and reduce_window. The
// windows of a pad or a slice have one element; see lower/halo_plan.h.) A plan
// is data; lower/permutation_window.cc writes the ops.
//
//   a window of 3, stride 1, one element of padding at both ends, 16 elements
//   on 4 devices: each gets the last element of its left neighbour and the
//   first of its right one, and computes from 6 elements

namespace shardflow::internal {

// The sizes of an op along one dimension. Window i covers `reach` positions,
// starting at position i * stride - low. The elements of the operand are
// `dilation` positions apart.
struct WindowSizes {
  int64_t shards = 1;  // number of shards
  int64_t in = 0;      // size of the whole operand, in elements
  int64_t out = 0;     // number of windows on all devices together
  int64_t stride = 1;
  int64_t reach = 1;
  int64_t low = 0;
  int64_t dilation = 1;
  // Only windows [from, to) need their elements. If to < 0, all windows from
  // `from` on need them.
  int64_t from = 0, to = -1;
  // Whether to plan even if fetching costs more than gathering everything.
  bool at_any_cost = false;
  // Whether all devices cut the same elements out of their shards, so that
  // other windows over the same operand can share them.
  bool same_for_all = false;
};

// A part of a shard: elements [begin, end) of the shard on the device that is
// `hop` devices to the left. (If `hop` is negative, the device is to the right.
// If `hop` is 0, the part comes from the device itself.)
struct WindowPart {
  int64_t hop = 0;
  int64_t begin = 0;
  int64_t end = 0;
  // The shards whose devices need the part. Other devices get none of it. Not
  // used if `hop` is 0.
  std::vector<int64_t> receivers = {};
  // If not empty, the start of the part in each sender's shard, instead of
  // `begin`. Each sender then sends exactly the elements that its receiver
  // needs.
  std::vector<int64_t> begins = {};
};

// The plan for one dimension. Sizes are in elements.
struct WindowPlan {
  WindowSizes sizes;
  int64_t shard_in = 0;   // size of an operand shard, rounded up
  int64_t shard_out = 0;  // number of windows of a shard, rounded up
  // All devices need the same padding, so their first windows must begin at the
  // same distance from an element of the dilated operand. To achieve this, the
  // local op computes `extra` additional windows, and skips[i] of these precede
  // the windows of shard i. The windows of the shard are then cut out of the
  // result.
  int64_t extra = 0;
  std::vector<int64_t> skips;
  // The parts to concatenate, from left to right and without a gap.
  std::vector<WindowPart> parts;
  // The number of elements of padding before and after the concatenated parts.
  int64_t edge_left = 0, edge_right = 0;
  // The number of elements that the local op reads.
  int64_t count = 0;
  // For each shard, the position in the padded parts of the first element that
  // the local op reads.
  std::vector<int64_t> starts;
  // For each shard, the index in the whole operand of the first element that
  // the local op reads. It is negative if that element is padding.
  std::vector<int64_t> firsts;
  // The padding that the local op adds.
  int64_t low = 0, high = 0;
  // `sees_nothing`: whether windows read elements that no device has sent
  // (zeros).
  // `sees_end`: whether windows read elements that aren't in the operand, at
  // the end of a padded shard, or elements that were sent for other windows.
  bool sees_nothing = false, sees_end = false;

  // Whether all shards have the same start.
  bool HasOneStart() const;
  // The number of windows that the local op computes.
  int64_t Windows() const { return shard_out + extra; }
  // The number of concatenated elements, padding included.
  int64_t Size() const;
  // Whether any elements are fetched from other devices.
  bool Fetches() const;
  // Whether nothing is fetched, padded or cut.
  bool IsLocal() const;
};

// Returns the plan for a dimension. Returns nullopt if there is nothing to
// compute, if devices would compute as many windows as the whole op has, or if
// fetching costs more than gathering everything (unless sizes.at_any_cost).
std::optional<WindowPlan> PlanWindow(const WindowSizes& sizes);

// The elements that the local op reads on one device, as indices in the whole
// operand. Some of them may be outside the operand.
struct WindowRead {
  int64_t first = 0;  // the first element that it reads
  // Only elements [begin, end) of the operand and the padding in [seen_begin,
  // seen_end) matter.
  int64_t begin = 0, end = 0;
  int64_t seen_begin = 0, seen_end = 0;
  bool matters = false;  // whether any elements matter
};

// Plans how devices get the elements that they read, and sets the parts, edges
// and starts of `plan`. The plan's sizes, `shard_in` and `count` must already
// be set. Returns false if fetching costs more than gathering everything
// (unless plan.sizes.at_any_cost).
[[nodiscard]] bool PlanReads(std::span<const WindowRead> reads,
                             WindowPlan& plan);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_WINDOW_PLAN_H_
