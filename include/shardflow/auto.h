#ifndef SHARDFLOW_AUTO_H_
#define SHARDFLOW_AUTO_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"

// Annotations that are found, not written (docs/auto.md).

namespace shardflow {

// How long a search goes on. With `steps` alone the answer is the same on every
// machine; with `seconds` it is the best one until then.
struct SearchLimits {
  uint64_t seed = 0;
  std::optional<uint64_t> steps;
  std::optional<double> seconds;
  // Ends the search when it becomes true; the best so far is the answer. It
  // outlives the call. Null: nobody ends it.
  const std::atomic<bool>* stop = nullptr;
};

// An answer to a cost graph: a choice for each of its nodes.
struct CostGraphAnswer {
  std::string name;  // of the graph
  std::vector<uint32_t> choice;
  bool fits = false;  // the choices are possible, and within the limit
  int64_t cost = 0;   // saturates at INT64_MAX
  int64_t peak = 0;   // the largest usage at one time
  std::optional<int64_t> usage_limit;
  uint64_t steps = 0;  // that the search took
};

// Searches for the cheapest choices of a graph in the JSON of the contest on
// intra-operator parallelism of ASPLOS 2025 (docs/auto.md): an automatic
// sharder's strategies as numbers. Without limits the search takes 20,000
// steps. Nullopt if `json` isn't such a graph; `messages` says why.
SHARDFLOW_EXPORT std::optional<CostGraphAnswer> SolveCostGraph(
    std::string_view json, const SearchLimits& limits,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_AUTO_H_
