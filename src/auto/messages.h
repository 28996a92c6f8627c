#ifndef SHARDFLOW_AUTO_MESSAGES_H_
#define SHARDFLOW_AUTO_MESSAGES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "auto/memory_line.h"
#include "auto/reduced_graph.h"

// Sequential message passing along the edges of a graph (Kolmogorov's TRW-S):
// each node sends its neighbours its cost for each of their choices. A few
// rounds take account of more of the graph than any local change can. Local
// search then starts from the resulting choices.
//
// Messages are rounded to integers, so that sums don't depend on the order of
// summation or on the machine.

namespace shardflow::internal {

class Messages {
 public:
  explicit Messages(const ReducedGraph& graph);

  void Clear();
  // Sets the cost of each choice: its own cost, plus that of its memory at the
  // current price.
  void SetPrices(const MemoryLine& line);
  // Makes one pass over all nodes and back. On the way back, writes a choice
  // for each node, given those made before it.
  void Pass(std::vector<uint32_t>& choice);

 private:
  void Gather(uint32_t node);
  void Send(uint32_t node, const ReducedGraph::Arc& arc, size_t slot);
  void Choose(uint32_t node, bool forwards, std::vector<uint32_t>& choice);

  const ReducedGraph& graph_;
  std::vector<size_t> first_cost_;  // where each node begins in cost_
  std::vector<double> cost_;
  std::vector<size_t> first_arc_;  // the first arc of each node
  // Indexed by arc: the message from `to` to the node.
  std::vector<size_t> inbox_;
  // For each arc, the arc of the same edge in the other direction.
  std::vector<size_t> turned_;
  std::vector<double> message_;
  // Indexed by node: the fraction of sum_ that it sends.
  std::vector<double> share_;
  std::vector<double> sum_, own_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_MESSAGES_H_
