#ifndef SHARDFLOW_AUTO_MEMORY_LINE_H_
#define SHARDFLOW_AUTO_MEMORY_LINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "auto/cost_graph.h"
#include "auto/reduced_graph.h"

// What is used at each point of time under the current choices, and what memory
// costs there. Only points count at which a maximal set of nodes is alive: at
// others no more is used.

namespace shardflow::internal {

class MemoryLine {
 public:
  MemoryLine(const CostGraph& problem, const ReducedGraph& graph);

  bool limited() const { return limited_; }
  int64_t limit() const { return limit_; }
  // The largest usage less the limit; not above 0 if there is none.
  int64_t over() const { return limited_ ? top_[1] + add_[1] - limit_ : 0; }

  void SetAll(std::span<const uint32_t> choice);
  // A choice of node n changes.
  void Move(uint32_t n, uint32_t from, uint32_t to) {
    if (!limited_ || from == to) return;
    const auto usage = graph_.Usages(n);
    if (usage[from] != usage[to]) Add(n, usage[to] - usage[from]);
  }

  void ClearPrices();
  // Raises prices where too much is used, lowers them where there is room, by
  // as much as costs are to change: `gap`.
  void Reprice(double gap);
  // Of one unit through the node's life.
  double Price(uint32_t n) const {
    return sum_[span_[n].hi] - sum_[span_[n].lo];
  }

 private:
  struct Span {
    uint32_t lo = 0, hi = 0;  // of the points; empty: uses nothing
  };
  void Add(uint32_t n, int64_t usage);

  const ReducedGraph& graph_;
  bool limited_ = false;
  int64_t limit_ = 0;
  std::vector<Span> span_;
  uint32_t leaves_ = 1;
  // A tree over the points: the largest sum below a node, without what was
  // added to the node itself.
  std::vector<int64_t> top_, add_;
  std::vector<double> price_, sum_;
  std::vector<int64_t> used_;  // of Reprice
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_MEMORY_LINE_H_
