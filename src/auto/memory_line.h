#ifndef SHARDFLOW_AUTO_MEMORY_LINE_H_
#define SHARDFLOW_AUTO_MEMORY_LINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "auto/cost_graph.h"
#include "auto/reduced_graph.h"

// How much memory is used at each point in time under the current choices, and
// what it costs there. Only points at which a maximal set of nodes is alive
// count: at no other point more is used.

namespace shardflow::internal {

class MemoryLine {
 public:
  MemoryLine(const CostGraph& problem, const ReducedGraph& graph);

  bool limited() const { return limited_; }
  int64_t limit() const { return limit_; }
  // The largest usage minus the limit; not above 0 if there is no limit.
  int64_t over() const { return limited_ ? top_[1] + add_[1] - limit_ : 0; }

  void SetAll(std::span<const uint32_t> choice);
  // Changes the choice of node n.
  void Move(uint32_t n, uint32_t from, uint32_t to) {
    if (!limited_ || from == to) return;
    const auto usage = graph_.Usages(n);
    if (usage[from] != usage[to]) Add(n, usage[to] - usage[from]);
  }

  void ClearPrices();
  // Raises prices where too much is used, and lowers them where there is room,
  // so as to change costs by about `gap`.
  void Reprice(double gap);
  // The price of one unit over the node's life.
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
  // A tree over the points. top_ is the largest sum below a node, without what
  // was added to the node itself, which is in add_.
  std::vector<int64_t> top_, add_;
  std::vector<double> price_, sum_;
  std::vector<int64_t> used_;  // used by Reprice
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_MEMORY_LINE_H_
