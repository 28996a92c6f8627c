#ifndef SHARDFLOW_AUTO_REDUCED_GRAPH_H_
#define SHARDFLOW_AUTO_REDUCED_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "auto/cost_graph.h"

// A cost graph prepared for the search: choices that no answer uses are
// removed, edges between the same two nodes are merged, equal tables are stored
// once, and each edge has its table in both directions.

namespace shardflow::internal {

class ReducedGraph {
 public:
  struct Arc {
    uint32_t to = 0;
    // The entry for choice i here and j of `to` is at [i * choices(to) + j].
    size_t table = 0;
  };

  size_t nodes() const { return first_.size() - 1; }
  uint32_t choices(uint32_t n) const {
    return static_cast<uint32_t>(first_[n + 1] - first_[n]);
  }
  std::span<const double> Costs(uint32_t n) const {
    return std::span(cost_).subspan(first_[n], choices(n));
  }
  std::span<const int64_t> Usages(uint32_t n) const {
    return std::span(usage_).subspan(first_[n], choices(n));
  }
  std::span<const Arc> Arcs(uint32_t n) const {
    return std::span(arcs_).subspan(first_arc_[n],
                                    first_arc_[n + 1] - first_arc_[n]);
  }
  const double* Table(size_t table) const { return tables_.data() + table; }
  // Returns the index in the original problem of choice i of node n.
  uint32_t Original(uint32_t n, uint32_t i) const {
    return original_[first_[n] + i];
  }
  // Returns the total cost, exactly if that is an integer below 2^53.
  double CostOf(std::span<const uint32_t> choice) const;

 private:
  friend class GraphReducer;

  std::vector<size_t> first_ = {0};
  std::vector<double> cost_;
  std::vector<int64_t> usage_;
  std::vector<uint32_t> original_;
  std::vector<size_t> first_arc_;
  std::vector<Arc> arcs_;
  std::vector<double> tables_;
};

ReducedGraph ReduceGraph(const CostGraph& problem);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_REDUCED_GRAPH_H_
