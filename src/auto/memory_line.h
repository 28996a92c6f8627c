#ifndef SHARDFLOW_AUTO_MEMORY_LINE_H_
#define SHARDFLOW_AUTO_MEMORY_LINE_H_

#include <cstdint>
#include <span>
#include <vector>

#include "auto/cost_graph.h"
#include "auto/reduced_graph.h"

// Tracks how much memory the current choices use at each point in time, and the
// price of memory there. Only some points matter: those where a maximal set of
// nodes is alive. Such a point is dropped if, for all choices, it needs at most
// as much memory as the point before or after it.

namespace shardflow::internal {

class MemoryLine {
 public:
  MemoryLine(const CostGraph& problem, const ReducedGraph& graph);

  bool limited() const { return limited_; }
  int64_t limit() const { return limit_; }
  // Returns the largest usage minus the limit: positive if too much is used.
  // Without a limit, returns 0.
  int64_t over() const { return limited_ ? top_[1] + add_[1] - limit_ : 0; }

  void SetAll(std::span<const uint32_t> choice);
  // Changes the choice of node n.
  void Move(uint32_t n, uint32_t from, uint32_t to);

  void ClearPrices();
  // Raises prices where usage exceeds the limit, and lowers them (but not below
  // 0) elsewhere, so that the sum of price * (usage - limit) grows by about
  // `gap`.
  void Reprice(double gap);
  // Returns the cost of memory for each of the node's choices.
  std::span<const double> Costs(uint32_t n) const {
    return std::span(cost_).subspan(first_cost_[n], graph_.choices(n));
  }
  // Adds the cost of memory for each of the node's choices to `sums`: `scale`
  // times Costs(), plus surcharges.
  void AddCosts(uint32_t n, double scale, double* sums) const;

  // Adds `price` to the price of memory at the point where usage is now
  // largest, until ClearSurcharges() is called.
  void Surcharge(double price);
  void ClearSurcharges() { surcharges_.clear(); }

 private:
  // A node's usage is the same at all points lo <= i < hi.
  struct Piece {
    uint32_t lo = 0, hi = 0;
    size_t usage = 0;  // index in usage_ for the first choice
  };
  class Builder;
  std::span<const Piece> Pieces(uint32_t n) const {
    return std::span(pieces_).subspan(first_piece_[n],
                                      first_piece_[n + 1] - first_piece_[n]);
  }
  void Add(uint32_t lo, uint32_t hi, int64_t usage);
  void FindCosts();

  const ReducedGraph& graph_;
  bool limited_ = false;
  int64_t limit_ = 0;
  // Where the entries of each node begin.
  std::vector<size_t> first_piece_, first_cost_;
  std::vector<Piece> pieces_;
  std::vector<int64_t> usage_;
  std::vector<double> cost_;
  uint32_t leaves_ = 1;
  // A binary tree over the points. add_ holds the amounts added to a tree node
  // as a whole; top_ holds the largest sum below a tree node, without that
  // amount.
  std::vector<int64_t> top_, add_;
  std::vector<double> price_;  // indexed by point
  struct Surcharged {
    uint32_t point = 0;
    double price = 0;
  };
  std::vector<Surcharged> surcharges_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_MEMORY_LINE_H_
