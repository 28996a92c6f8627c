#ifndef SHARDFLOW_LOWER_SCATTER_PLAN_H_
#define SHARDFLOW_LOWER_SCATTER_PLAN_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "lower/window_plan.h"

// Plans a select_and_scatter along a sharded dimension. Each device handles all
// windows that touch its elements, so windows at a border between shards are
// handled twice. For such windows, a device fetches the elements that they
// cover and the source elements that they scatter. The plan only describes what
// is fetched and cut; lower/permutation_scatter.cc writes the ops.
//
//   windows of 3, stride 2, over 16 elements on 4 devices: device 1 has
//   elements 4..7, which windows 1, 2 and 3 touch. It fetches elements 2, 3 and
//   8, and the source of window 1, and keeps elements 2..5 of the result.

namespace shardflow::internal {

// The sizes of the op along the dimension. Window i covers elements [i *
// stride, i * stride + reach), all of which exist.
struct ScatterSizes {
  int64_t shards = 1;
  int64_t in = 0;       // elements of the operand, and of the result
  int64_t windows = 0;  // elements of the source
  int64_t stride = 1;
  int64_t reach = 1;
};

struct ScatterPlan {
  int64_t shard = 0;         // size of a shard of the operand, rounded up
  int64_t source_shard = 0;  // size of a shard of the source, rounded up
  // How devices get the elements that the local op reads. (A window that
  // doesn't exist needs a source element that changes nothing.)
  WindowPlan operand, source;
  // How many initial values to add before and after the local op's result.
  int64_t edge_left = 0, edge_right = 0;
  // For each shard, the position of its first element in the padded result.
  std::vector<int64_t> starts;
};

// Returns nullopt if fetching costs more than gathering the operand or the
// source.
std::optional<ScatterPlan> PlanScatter(const ScatterSizes& sizes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_SCATTER_PLAN_H_
