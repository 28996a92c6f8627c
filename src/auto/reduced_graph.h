#ifndef SHARDFLOW_AUTO_REDUCED_GRAPH_H_
#define SHARDFLOW_AUTO_REDUCED_GRAPH_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "auto/cost_graph.h"

// A cost graph prepared for the search. Choices that no answer uses are
// removed. If an edge allows each choice at one end only with a single choice
// at the other, its two ends become one node. In XLA's graphs, whole layers are
// connected like this, so tens of thousands of nodes become a few hundred.
// Edges between the same two nodes are merged, equal tables are stored once,
// and each edge has its table in both directions.

namespace shardflow::internal {

class ReducedGraph {
 public:
  struct Arc {
    uint32_t to = 0;
    // Entry [i * choices(to) + j] is for choice i of this node and j of `to`.
    size_t table = 0;
    // The same table transposed: entry [j * choices(this node) + i].
    size_t turned = 0;
  };

  size_t nodes() const { return first_.size() - 1; }
  uint32_t choices(uint32_t n) const {
    return static_cast<uint32_t>(first_[n + 1] - first_[n]);
  }
  std::span<const double> Costs(uint32_t n) const {
    return std::span(cost_).subspan(first_[n], choices(n));
  }
  std::span<const Arc> Arcs(uint32_t n) const {
    return std::span(arcs_).subspan(first_arc_[n],
                                    first_arc_[n + 1] - first_arc_[n]);
  }
  const double* Table(size_t table) const { return tables_.data() + table; }
  // Returns the node that represents node p of the problem.
  uint32_t NodeOf(uint32_t p) const { return node_of_[p]; }
  // Returns p's choices in the problem: entry i corresponds to choice i of
  // NodeOf(p).
  std::span<const uint32_t> Originals(uint32_t p) const {
    return std::span(original_).subspan(first_original_[p],
                                        choices(node_of_[p]));
  }
  // Returns the total cost, which is exact if it is an integer below 2^53.
  double CostOf(std::span<const uint32_t> choice) const;

 private:
  friend class GraphReducer;

  std::vector<size_t> first_ = {0};
  std::vector<double> cost_;
  std::vector<uint32_t> node_of_;
  std::vector<size_t> first_original_;  // start of p's choices in original_
  std::vector<uint32_t> original_;
  std::vector<size_t> first_arc_;
  std::vector<Arc> arcs_;
  std::vector<double> tables_;
};

ReducedGraph ReduceGraph(const CostGraph& problem);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_REDUCED_GRAPH_H_
