#ifndef SHARDFLOW_AUTO_GRAPH_SEARCH_H_
#define SHARDFLOW_AUTO_GRAPH_SEARCH_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "auto/cost_graph.h"

// Searches for the cheapest choices in a cost graph.
//
// Parts of the graph are solved exactly (block.h), while the other nodes keep
// their choices: first most of the graph, then, many times, the part around a
// random node. Memory has a price at each point in time, which rises where too
// much is used and falls where some is free. The answer must respect the limit.
// docs/auto.md has measurements.

namespace shardflow::internal {

struct GraphSearchOptions {
  uint64_t seed = 0;
  // A step solves one part exactly, or makes one pass over the graph. Unless
  // `stop` ends the search, the answer depends only on graph, seed and steps.
  uint64_t steps = 2000;
  // Called at each step; returns true to end the search.
  std::function<bool()> stop;
  // Called when a better answer is found.
  std::function<void(int64_t cost, uint64_t step)> progress;
};

struct GraphAnswer {
  std::vector<uint32_t> choice;
  bool fits = false;  // if false, this is the best answer that doesn't fit
  int64_t cost = 0;
  int64_t peak = 0;
  uint64_t steps = 0;
};

GraphAnswer SearchGraph(const CostGraph& graph,
                        const GraphSearchOptions& options);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_GRAPH_SEARCH_H_
