#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cost/invariants.h"
#include "cost/price.h"

// Finds the nodes that XLA moves out of loops (cost/invariants.h), and keeps
// them up to date.

namespace shardflow::internal {

// Marks a node whose outermost block may have changed.
void ProgramPrice::Unplace(int32_t node) {
  if (!has_loops_) return;
  if (nodes_[node].is_unplaced) return;
  nodes_.Edit(node).is_unplaced = true;
  unplaced_.push_back(node);
}

// Marks the arguments of the blocks that one op runs, beginning with the block
// `first`.
void ProgramPrice::UnplaceArguments(int32_t first) {
  if (!has_loops_) return;
  const std::vector<VisitBlock>& blocks = visits_->blocks;
  const int32_t owner = blocks[static_cast<size_t>(first)].owner;
  for (auto b = static_cast<size_t>(first);
       b < blocks.size() && blocks[b].owner == owner; ++b) {
    for (int32_t i = 0; i < blocks[b].argument_count; ++i) {
      Unplace(values_[blocks[b].first_argument + i].node);
    }
  }
}

// If a loop's body returns its argument unchanged, returns the node of the
// argument's initial value. Otherwise returns kNone.
int32_t ProgramPrice::InitialOf(int32_t argument) const {
  const int32_t b = nodes_[argument].block;
  const VisitBlock& block = visits_->blocks[static_cast<size_t>(b)];
  const int32_t loop = runs_[b];
  if (block.outermost == b || loop < 0) return kNone;
  // The nodes of a block's arguments have consecutive numbers.
  const int32_t i = argument - values_[block.first_argument].node;
  if (i >= block.end_count || items_[block.first_end + i].result != argument) {
    return kNone;
  }
  // The edges to operands come first.
  const auto& reads = nodes_[loop].reads;
  const auto count = static_cast<size_t>(block.argument_count);
  if (reads.size() < count || edges_[reads[count - 1]].runs ||
      (reads.size() > count && !edges_[reads[count]].runs)) {
    return kNone;
  }
  return edges_[reads[static_cast<size_t>(i)]].node;
}

int32_t ProgramPrice::OutermostBlock(int32_t id) const {
  const Node& node = nodes_[id];
  int32_t outermost =
      visits_->blocks[static_cast<size_t>(node.block)].outermost;
  const auto wait_for = [&](int32_t operand) {
    outermost = std::max(outermost, nodes_[operand].outermost);
  };
  if (static_cast<size_t>(id) < argument_steps_.size()) {
    if (node.block == 0) return 0;
    const int32_t initial = InitialOf(id);
    if (initial < 0) return node.block;
    wait_for(initial);
    return outermost;
  }
  if (StaysInBlock(m_, node.op, node.step->work)) return node.block;
  for (const int32_t edge : node.reads) {
    wait_for(edges_[edge].node);
  }
  return outermost;
}

void ProgramPrice::Place() {
  // The first blocks of loops whose arguments have to be checked. Many operands
  // of a loop may change at once.
  std::vector<int32_t> loops;
  for (size_t i = 0; i < unplaced_.size() || !loops.empty(); ++i) {
    if (i == unplaced_.size()) {
      std::sort(loops.begin(), loops.end());
      loops.erase(std::unique(loops.begin(), loops.end()), loops.end());
      for (const int32_t first : loops) UnplaceArguments(first);
      loops.clear();
      if (i == unplaced_.size()) break;
    }
    const int32_t id = unplaced_[i];
    nodes_.Edit(id).is_unplaced = false;
    if (nodes_[id].step == nullptr) continue;
    const int32_t outermost = OutermostBlock(id);
    if (nodes_[id].outermost == outermost) continue;
    nodes_.Edit(id).outermost = outermost;
    Touch(id);
    // Whether an all_reduce becomes a reduce_scatter depends on where its
    // result is read.
    for (const int32_t read : nodes_[id].reads) Touch(edges_[read].node);
    int32_t edge = nodes_[id].first_reader;
    for (; edge >= 0; edge = edges_[edge].next) {
      if (edges_[edge].runs) continue;
      const int32_t reader = edges_[edge].reader;
      Unplace(reader);
      const int32_t first = nodes_[reader].first_block;
      if (first >= 0) loops.push_back(first);
    }
  }
  unplaced_.clear();
}

}  // namespace shardflow::internal
