#ifndef SHARDFLOW_AUTO_MEMORY_LINE_H_
#define SHARDFLOW_AUTO_MEMORY_LINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "auto/cost_graph.h"
#include "auto/reduced_graph.h"

// How much memory the current choices use at each point in time, and the price
// of memory there. Only points where a maximal set of nodes is alive matter: no
// other point needs more.

namespace shardflow::internal {

class MemoryLine {
 public:
  MemoryLine(const CostGraph& problem, const ReducedGraph& graph);

  bool limited() const { return limited_; }
  int64_t limit() const { return limit_; }
  // Returns the largest usage minus the limit: above 0 if too much is used.
  // Without a limit, returns 0.
  int64_t over() const { return limited_ ? top_[1] + add_[1] - limit_ : 0; }

  void SetAll(std::span<const uint32_t> choice);
  // Changes the choice of node n.
  void Move(uint32_t n, uint32_t from, uint32_t to) {
    if (!limited_ || from == to) return;
    const auto usage = graph_.Usages(n);
    if (usage[from] != usage[to]) Add(n, usage[to] - usage[from]);
  }

  void ClearPrices();
  // Raises prices where usage exceeds the limit and lowers them, to 0 at least,
  // where it doesn't, so that the sum of price * (usage - limit) grows by about
  // `gap`.
  void Reprice(double gap);
  // Returns the price of one unit of memory over the node's lifetime.
  double Price(uint32_t n) const {
    return sum_[span_[n].hi] - sum_[span_[n].lo];
  }

 private:
  struct Span {
    uint32_t lo = 0, hi = 0;  // range of points; empty if it uses nothing
  };
  void Add(uint32_t n, int64_t usage);

  const ReducedGraph& graph_;
  bool limited_ = false;
  int64_t limit_ = 0;
  std::vector<Span> span_;
  uint32_t leaves_ = 1;
  // A tree over the points. add_ has the amounts that were added to a node as a
  // whole; top_ is the largest sum below a node, without that amount.
  std::vector<int64_t> top_, add_;
  std::vector<double> price_, sum_;
  std::vector<int64_t> used_;  // its size is the number of points
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_MEMORY_LINE_H_
