#ifndef SHARDFLOW_AUTO_BLOCK_H_
#define SHARDFLOW_AUTO_BLOCK_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "auto/memory_line.h"
#include "auto/random.h"
#include "auto/reduced_graph.h"

// A set of nodes whose cheapest choices are found exactly, given the choices of
// all other nodes, by eliminating one node after another. When a node is
// eliminated, a table is filled with the lowest total cost of the node and the
// nodes eliminated before it, for each combination of choices of its remaining
// neighbours.
//
// The node with the smallest table is eliminated next. If even that table would
// be too large, a node with many neighbours keeps its choice instead. So a tree
// is always solved as a whole, and so are denser graphs if larger tables are
// allowed.

namespace shardflow::internal {

class Block {
 public:
  explicit Block(const ReducedGraph& graph);

  void Clear();
  // Adds a node unless the block already contains it.
  void Add(uint32_t node);
  size_t size() const { return members_.size(); }

  // Finds the order of elimination. Removes nodes, which then keep their
  // choices, until no table has more than `entries` entries (but tables of
  // nodes with at most one neighbour may be larger).
  void Plan(size_t entries, Random& random);
  std::span<const uint32_t> members() const { return members_; }

  // Writes the members' cheapest choices into `next`; memory costs `scale`
  // times its price. Returns by how much the cost changes, not counting memory.
  double Solve(std::span<const uint32_t> choice, const MemoryLine& line,
               double scale, std::vector<uint32_t>& next);

 private:
  static constexpr uint32_t kNone = ~0u;
  // Values of place_ that are used only in Plan().
  static constexpr uint32_t kLeft = kNone - 1, kKept = kNone - 2;

  // A step that eliminates a node.
  struct Step {
    uint32_t node = 0;
    // The node's neighbours when it is eliminated. They are the dimensions of
    // `table`; the last one varies fastest.
    std::vector<uint32_t> around;
    std::vector<size_t> inbox;  // earlier steps whose tables contain the node
    std::vector<double> table;
    std::vector<uint32_t> pick;  // the node's best choice for each table entry
  };

  bool IsLeft(uint32_t node) const { return place_[node] == kLeft; }
  size_t Entries(uint32_t node);
  void Join(uint32_t a, uint32_t b);
  void FindNeighbours();
  uint32_t DrawKept(uint32_t node, Random& random);
  std::span<const uint32_t> Eliminate(uint32_t node);
  void OrderDimensions();
  void Fill(Step& step, std::span<const uint32_t> choice,
            const MemoryLine& line, double scale);
  void AddTable(const Step& step, const double* table,
                std::span<const size_t> strides);
  double Change(std::span<const uint32_t> choice,
                std::span<const uint32_t> next) const;

  const ReducedGraph& graph_;
  std::vector<uint32_t> members_;
  std::vector<uint32_t> place_;  // indexed by node: its step, or kNone
  // In elimination order; the first count_ are used.
  std::vector<Step> steps_;
  size_t count_ = 0;

  // --- scratch space

  // The neighbours of each node of the graph, possibly including eliminated
  // ones.
  std::vector<std::vector<uint32_t>> near_;
  // For each node, the number of neighbours that aren't eliminated.
  std::vector<uint32_t> degree_;
  std::vector<uint32_t> drawn_from_;  // members, some of them eliminated
  std::vector<double> sums_;
  std::vector<size_t> strides_, at_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_BLOCK_H_
