#include "cost/invariants.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

namespace shardflow::internal {

bool StaysInBlock(const Module& m, OpId source, Work work) {
  switch (work) {
    case Work::kLoop:
    case Work::kBranches:
      return true;
    case Work::kRandom:
    case Work::kOther:
      return source && !GivesSameResultAgain(m, source);
    default:
      return false;
  }
}

namespace {

// The arguments of the bodies of loops.
class LoopArguments {
 public:
  explicit LoopArguments(const LocalProgram& program)
      : p_(program), index_(program.nodes.size(), -1) {
    for (size_t b = 1; b < p_.blocks.size(); ++b) {
      const LocalBlock& block = p_.blocks[b];
      for (size_t i = 0; i < block.arguments.size(); ++i) {
        index_[static_cast<size_t>(block.arguments[i])] =
            static_cast<int32_t>(i);
      }
    }
  }

  // If the node is an argument that a loop's body returns unchanged, returns
  // the argument's initial value. Otherwise returns kNoNode.
  NodeId InitialOf(NodeId node) const {
    const auto slot = static_cast<size_t>(node);
    if (slot >= index_.size() || index_[slot] < 0) return kNoNode;
    const auto i = static_cast<size_t>(index_[slot]);
    const int32_t b = p_.nodes[slot].block;
    const LocalBlock& block = p_.blocks[static_cast<size_t>(b)];
    if (block.outermost == b || block.parent == kNoNode ||
        i >= block.results.size() || block.results[i] != node) {
      return kNoNode;
    }
    const auto operands =
        p_.OperandsOf(p_.nodes[static_cast<size_t>(block.parent)]);
    return operands.size() == block.arguments.size() ? operands[i] : kNoNode;
  }

 private:
  const LocalProgram& p_;
  std::vector<int32_t> index_;  // indexed by node; -1 if it is no argument
};

// Whether XLA moves the node only for the sake of a reader.
bool IsCheap(const CostNode& node) {
  switch (node.work) {
    case Work::kNone:
    case Work::kView:
    case Work::kBroadcast:
    case Work::kTranspose:
    case Work::kSlice:
      return true;
    default:
      return node.is_uniform;
  }
}

class Hoister {
 public:
  Hoister(const Module& m, LocalProgram& program)
      : p_(program), outermost_(OutermostBlocks(m, program)) {}

  void Run() {
    if (outermost_.empty()) return;
    const LoopArguments arguments(p_);
    arguments_ = &arguments;
    ChooseMoves();
    ReadInitialValues();
    AddCopies();
    MoveNodes();
    KeepValues();
    for (LocalCollective& c : p_.collectives) {
      const int32_t block = p_.nodes[static_cast<size_t>(c.node)].block;
      c.executions = p_.blocks[static_cast<size_t>(block)].executions;
    }
  }

 private:
  bool Moves(NodeId node) const {
    const auto i = static_cast<size_t>(node);
    return i < block_of_.size() && block_of_[i] != p_.nodes[i].block;
  }

  // Returns the node that is read instead of `operand` by a node that moves to
  // `block`.
  NodeId Source(NodeId operand, int32_t block) const {
    while (p_.nodes[static_cast<size_t>(operand)].block > block) {
      const NodeId initial = arguments_->InitialOf(operand);
      if (initial == kNoNode) break;
      operand = initial;
    }
    return operand;
  }

  // Sets block_of_ and is_copied_.
  void ChooseMoves() {
    const size_t count = p_.nodes.size();
    block_of_.resize(count);
    is_copied_.assign(count, 0);
    has_moved_.assign(count, 0);
    // Whether nodes that move, and nodes that don't, read each node.
    std::vector<uint8_t> inside(count, 0), outside(count, 0);
    for (const LocalBlock& block : p_.blocks) {
      for (const NodeId result : block.results) {
        if (result != kNoNode) inside[static_cast<size_t>(result)] = 1;
      }
    }
    for (size_t i = count; i-- > 0;) {
      const CostNode& node = p_.nodes[i];
      const bool can_move = outermost_[i] < node.block && !node.is_argument &&
                            !node.is_block_argument;
      const bool moves = can_move && (!IsCheap(node) || outside[i] != 0);
      const bool stays = !moves || (IsCheap(node) && inside[i] != 0);
      block_of_[i] = moves ? outermost_[i] : node.block;
      is_copied_[i] = moves && stays ? 1 : 0;
      for (const NodeId operand : p_.OperandsOf(node)) {
        if (stays) inside[static_cast<size_t>(operand)] = 1;
        if (!moves) continue;
        const auto source = static_cast<size_t>(Source(operand, block_of_[i]));
        outside[source] = 1;
      }
    }
  }

  // Makes the nodes that move read the initial values of loops in place of the
  // arguments of their bodies.
  void ReadInitialValues() {
    for (size_t i = 0; i < block_of_.size(); ++i) {
      if (!Moves(static_cast<NodeId>(i)) || is_copied_[i] != 0) continue;
      const CostNode& node = p_.nodes[i];
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        NodeId& operand = p_.operands[node.first_operand + k];
        operand = Source(operand, block_of_[i]);
      }
    }
  }

  // Adds a copy of each node that moves although other nodes of the loop read
  // it. The copy stays in the loop.
  void AddCopies() {
    std::vector<NodeId> copy_of(block_of_.size(), kNoNode);
    for (LocalBlock& block : p_.blocks) {
      std::vector<NodeId> nodes;
      for (const NodeId id : block.nodes) {
        const auto i = static_cast<size_t>(id);
        nodes.push_back(id);
        if (is_copied_[i] == 0) continue;
        const CostNode node = p_.nodes[i];
        CostNode copy = node;
        copy.first_operand = static_cast<uint32_t>(p_.operands.size());
        for (uint32_t k = 0; k < node.operand_count; ++k) {
          NodeId& operand = p_.operands[node.first_operand + k];
          const NodeId read = operand;
          operand = Source(operand, block_of_[i]);
          p_.operands.push_back(read);
        }
        copy_of[i] = static_cast<NodeId>(p_.nodes.size());
        nodes.push_back(copy_of[i]);
        p_.nodes.push_back(copy);
      }
      block.nodes = std::move(nodes);
    }
    const auto replace = [&](NodeId& node) {
      if (node == kNoNode || static_cast<size_t>(node) >= copy_of.size()) {
        return;
      }
      const NodeId copy = copy_of[static_cast<size_t>(node)];
      if (copy != kNoNode) node = copy;
    };
    for (size_t i = 0; i < p_.nodes.size(); ++i) {
      if (Moves(static_cast<NodeId>(i))) continue;
      const CostNode& node = p_.nodes[i];
      for (uint32_t k = 0; k < node.operand_count; ++k) {
        replace(p_.operands[node.first_operand + k]);
      }
    }
    for (LocalBlock& block : p_.blocks) {
      for (NodeId& result : block.results) replace(result);
    }
  }

  // Returns the loop in block `outer` whose body contains block `inner`.
  NodeId LoopAround(int32_t inner, int32_t outer) const {
    NodeId loop = kNoNode;
    while (inner > outer) {
      loop = p_.blocks[static_cast<size_t>(inner)].parent;
      inner = p_.nodes[static_cast<size_t>(loop)].block;
    }
    return loop;
  }

  void MoveNodes() {
    absl::flat_hash_map<NodeId, std::vector<NodeId>> before;
    for (LocalBlock& block : p_.blocks) {
      std::erase_if(block.nodes, [&](NodeId id) {
        if (!Moves(id)) return false;
        const auto i = static_cast<size_t>(id);
        before[LoopAround(p_.nodes[i].block, block_of_[i])].push_back(id);
        return true;
      });
    }
    for (const auto& [loop, nodes] : before) {
      for (const NodeId id : nodes) {
        const auto i = static_cast<size_t>(id);
        p_.nodes[i].block = block_of_[i];
        has_moved_[i] = 1;
      }
    }
    for (LocalBlock& block : p_.blocks) {
      std::vector<NodeId> nodes;
      for (const NodeId id : block.nodes) {
        const auto it = before.find(id);
        if (it != before.end()) {
          nodes.insert(nodes.end(), it->second.begin(), it->second.end());
        }
        nodes.push_back(id);
      }
      block.nodes = std::move(nodes);
    }
  }

  // Makes loops read the nodes that have moved out of them and that their
  // blocks read, so that these stay in memory.
  void KeepValues() {
    absl::flat_hash_set<std::pair<NodeId, NodeId>> known;
    std::vector<std::pair<NodeId, NodeId>> reads;  // loop, node
    const auto read = [&](int32_t block, NodeId node) {
      if (node == kNoNode || static_cast<size_t>(node) >= outermost_.size() ||
          has_moved_[static_cast<size_t>(node)] == 0 ||
          p_.nodes[static_cast<size_t>(node)].block >= block) {
        return;
      }
      const std::pair<NodeId, NodeId> pair = {
          LoopAround(block, p_.nodes[static_cast<size_t>(node)].block), node};
      if (known.insert(pair).second) reads.push_back(pair);
    };
    // Operands are followed from the results, in order, because the order of a
    // loop's operands affects the order of kernels, and must not depend on the
    // places of reshards in the program.
    std::vector<uint8_t> seen(p_.nodes.size(), 0);
    std::vector<NodeId> stack;
    for (size_t b = 1; b < p_.blocks.size(); ++b) {
      const LocalBlock& block = p_.blocks[b];
      if (block.parent == kNoNode) continue;
      stack.assign(block.results.rbegin(), block.results.rend());
      while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        if (id == kNoNode) continue;
        const CostNode& node = p_.nodes[static_cast<size_t>(id)];
        if (node.block != static_cast<int32_t>(b)) {
          read(static_cast<int32_t>(b), id);
          continue;
        }
        uint8_t& is_seen = seen[static_cast<size_t>(id)];
        if (std::exchange(is_seen, uint8_t{1}) != 0) continue;
        const auto operands = p_.OperandsOf(node);
        stack.insert(stack.end(), operands.rbegin(), operands.rend());
      }
    }
    std::stable_sort(
        reads.begin(), reads.end(),
        [](const auto& a, const auto& b) { return a.first < b.first; });
    for (size_t i = 0; i < reads.size();) {
      CostNode& loop = p_.nodes[static_cast<size_t>(reads[i].first)];
      const uint32_t old = loop.first_operand;
      loop.first_operand = static_cast<uint32_t>(p_.operands.size());
      for (uint32_t k = 0; k < loop.operand_count; ++k) {
        const NodeId operand = p_.operands[old + k];
        p_.operands.push_back(operand);
      }
      const NodeId id = reads[i].first;
      for (; i < reads.size() && reads[i].first == id; ++i) {
        p_.operands.push_back(reads[i].second);
        ++loop.operand_count;
      }
    }
  }

  LocalProgram& p_;
  const std::vector<int32_t> outermost_;
  const LoopArguments* arguments_ = nullptr;
  std::vector<int32_t> block_of_;   // indexed by node: the block it moves to
  std::vector<uint8_t> is_copied_;  // indexed by node: whether a copy stays
  std::vector<uint8_t> has_moved_;  // indexed by node
};

}  // namespace

std::vector<int32_t> OutermostBlocks(const Module& m,
                                     const LocalProgram& program) {
  bool any = false;
  for (size_t b = 0; b < program.blocks.size(); ++b) {
    any |= program.blocks[b].outermost != static_cast<int32_t>(b);
  }
  if (!any) return {};
  const LoopArguments arguments(program);
  std::vector<int32_t> outermost(program.nodes.size(), 0);
  for (size_t i = 0; i < program.nodes.size(); ++i) {
    const CostNode& node = program.nodes[i];
    int32_t block = program.blocks[static_cast<size_t>(node.block)].outermost;
    const auto wait_for = [&](NodeId operand) {
      block = std::max(block, outermost[static_cast<size_t>(operand)]);
    };
    if (node.is_block_argument) {
      const NodeId initial = arguments.InitialOf(static_cast<NodeId>(i));
      if (initial == kNoNode) {
        block = node.block;
      } else {
        wait_for(initial);
      }
    } else if (StaysInBlock(m, node.source, node.work)) {
      block = node.block;
    } else {
      for (const NodeId operand : program.OperandsOf(node)) wait_for(operand);
    }
    outermost[i] = block;
  }
  return outermost;
}

void HoistInvariants(const Module& m, LocalProgram& program) {
  Hoister(m, program).Run();
}

}  // namespace shardflow::internal
