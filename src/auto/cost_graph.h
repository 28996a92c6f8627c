#ifndef SHARDFLOW_AUTO_COST_GRAPH_H_
#define SHARDFLOW_AUTO_COST_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// The problem of making a choice for each node such that the total cost of
// nodes and edges is minimal and the memory limit is respected at every point
// in time. In automatic sharding, each op is a node, its choices are the op's
// sharding strategies, and an edge has the costs of getting from one op's
// strategy to another's.
//
// The format is from the contest on intra-operator parallelism at ASPLOS 2025
// (https://github.com/google/iopddl). The memory used at time t is the total
// usage of the nodes with lo <= t < hi.

namespace shardflow::internal {

struct CostGraph {
  // Costs, and sums of costs, of at least this much mean "not possible".
  static constexpr int64_t kForbidden = int64_t{1} << 50;

  struct Interval {
    int64_t lo = 0, hi = 0;
  };
  struct Edge {
    uint32_t a = 0, b = 0;
    // The cost of choice i of a and j of b is table_costs[table + i * |b| + j].
    size_t table = 0;
  };

  std::string name;
  // The choices of node n are the entries of `cost` and `usage` from first[n]
  // up to, but not including, first[n + 1].
  std::vector<size_t> first = {0};
  std::vector<int64_t> cost, usage;
  std::vector<Interval> interval;
  std::vector<Edge> edges;
  std::vector<int64_t> table_costs;
  std::optional<int64_t> usage_limit;

  size_t nodes() const { return interval.size(); }
  size_t choices(size_t node) const { return first[node + 1] - first[node]; }
};

// Reads a problem in the contest's JSON format. All costs and usages must be
// non-negative integers.
std::optional<CostGraph> ReadCostGraph(std::string_view json, Error& error);

// Return the cost and the peak usage, given a choice for each node. A cost that
// doesn't fit into 64 bits becomes the largest number that does.
int64_t CostOf(const CostGraph& graph, std::span<const uint32_t> choice);
int64_t PeakUsage(const CostGraph& graph, std::span<const uint32_t> choice);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_COST_GRAPH_H_
