#ifndef SHARDFLOW_AUTO_FOREST_H_
#define SHARDFLOW_AUTO_FOREST_H_

#include <cstdint>
#include <span>
#include <vector>

#include "auto/memory_line.h"
#include "auto/reduced_graph.h"

// A set of nodes without a cycle among them. Given the choices of all other
// nodes, the cheapest choices of the set are found in one pass from the leaves
// to the roots and back.

namespace shardflow::internal {

class Forest {
 public:
  explicit Forest(const ReducedGraph& graph);

  void Clear();
  // Adds a node unless it is there already or would close a cycle.
  bool TryAdd(uint32_t node);
  std::span<const uint32_t> members() const { return members_; }

  // Writes the members' cheapest choices into `next`; memory costs `scale`
  // times its price. Returns by how much the cost changes, not counting memory.
  double Solve(std::span<const uint32_t> choice, const MemoryLine& line,
               double scale, std::vector<uint32_t>& next);

 private:
  static constexpr uint32_t kNone = ~0u;
  uint32_t Root(uint32_t member);
  void Order();
  void Price(uint32_t node, std::span<const uint32_t> choice,
             const MemoryLine& line, double scale);

  const ReducedGraph& graph_;
  std::vector<uint32_t> members_;
  std::vector<uint32_t> place_;     // of each node in members_, or kNone
  std::vector<uint32_t> joined_;    // union-find over members_
  std::vector<uint32_t> roots_;     // scratch space of TryAdd
  std::vector<uint32_t> order_;     // members, parents first
  std::vector<uint32_t> parent_;    // of each member: a node, or kNone
  std::vector<size_t> up_table_;    // of each member: edge from its parent
  std::vector<size_t> first_;       // where each member begins in value_
  std::vector<size_t> first_pick_;  // where each member begins in pick_
  std::vector<double> value_;       // cost of a member's subtree, by choice
  // Each member's best choice, by its parent's choice.
  std::vector<uint32_t> pick_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_FOREST_H_
