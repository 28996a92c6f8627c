#ifndef SHARDFLOW_AUTO_GRAPH_SEARCH_H_
#define SHARDFLOW_AUTO_GRAPH_SEARCH_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "auto/cost_graph.h"

// Searches for the cheapest choices of a cost graph.
//
// Method. A part of the nodes that has no cycle among itself is solved exactly,
// the rest held where it is: one pass over a forest. Such parts are drawn again
// and again, the whole graph first, then neighbourhoods. Memory takes part as a
// price for each point of time, which rises where too much is used and falls
// where there is room; an answer is one within the limit. docs/auto.md has the
// measurements.

namespace shardflow::internal {

struct GraphSearchOptions {
  uint64_t seed = 0;
  // A step is the exact solution of one part. The answer is a function of
  // graph, seed and steps as long as `stop` doesn't end the search.
  uint64_t steps = 2000;
  // Asked after each step.
  std::function<bool()> stop;
  // Called when a better answer was found.
  std::function<void(int64_t cost, uint64_t step)> progress;
};

struct GraphAnswer {
  std::vector<uint32_t> choice;
  bool fits = false;  // within the limit; else the one that is least beyond it
  int64_t cost = 0;
  int64_t peak = 0;
  uint64_t steps = 0;
};

GraphAnswer SearchGraph(const CostGraph& graph,
                        const GraphSearchOptions& options);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_GRAPH_SEARCH_H_
