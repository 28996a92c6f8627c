#include <algorithm>
#include <vector>

#include "ir/uses.h"
#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"
#include "passes/xla/free_values.h"

// HLO has no order of ops. When XLA converts it back to StableHLO, ops are
// written in post-order: a depth-first search from the end of the block, first
// operand first, writes each op after everything that it needs. The first of
// two conflicting shardings wins, so the order affects propagation.
//
// Values from outside that an op's regions use count as further operands, after
// the op's own. Ops without uses that have an effect (a sharding group, a send)
// come first, in their original order. Ops that nothing needs are erased.

namespace shardflow::internal {
namespace {

class Sorter {
 public:
  Sorter(Module& m, OpId function)
      : m_(m), free_(m, function), state_(m.op_table_size(), kNew) {}

  void Sort(BlockId block) {
    const OpId last = m_.terminator(block);
    if (last.IsNone()) return;
    order_.clear();
    for (const OpId op : m_.Ops(block)) {
      if (op != last && !m_.OpHasUses(op) && !IsTriviallyDead(m_, op)) {
        Visit(op, block);
      }
    }
    if (m_.kind(last) == OpKind::kFuncReturn) VisitCopiedResults(last, block);
    Visit(last, block);
    Relink(block);
  }

 private:
  enum State : uint8_t { kNew, kOpen, kDone };

  // Pushes the ops in `block` that `op` depends on and that haven't been
  // visited yet, in reverse order: the one on top of the stack is visited
  // first.
  void PushNeeds(OpId op, BlockId block) {
    const std::span<const ValueId> free = free_.Of(op);
    for (size_t i = free.size(); i > 0; --i) Push(free[i - 1], block);
    for (int i = m_.operand_count(op); i > 0; --i) {
      Push(m_.operand(op, i - 1), block);
    }
  }
  void Push(ValueId value, BlockId block) {
    const OpId def = value ? m_.def(value) : OpId::None();
    if (def && m_.op(def).parent == block && state_[def.Slot()] == kNew) {
      stack_.push_back(def);
    }
  }

  void Visit(OpId root, BlockId block) {
    stack_.push_back(root);
    while (!stack_.empty()) {
      const OpId op = stack_.back();
      State& state = state_[op.Slot()];
      if (state == kNew) {
        state = kOpen;
        PushNeeds(op, block);
        continue;
      }
      stack_.pop_back();
      if (state == kOpen) {
        state = kDone;
        order_.push_back(op);
      }
    }
  }

  // If any result of @main has a sharding in the source, XLA's HLO reshapes
  // every result to its own shape. The reshapes are removed later, but the
  // values that they reshape come first in the order. A reshape of a transpose
  // changes the layout, so it isn't removed.
  void VisitCopiedResults(OpId last, BlockId block) {
    const OpId function = m_.parent_op(block);
    if (function != MainFunction(m_)) return;
    const std::vector<ShardingId>& shardings = m_.func(function).res_shardings;
    if (std::ranges::none_of(shardings, [](ShardingId s) { return !!s; })) {
      return;
    }
    for (int i = 0; i < m_.operand_count(last); ++i) {
      const OpId def = m_.def(m_.operand(last, i));
      if (def && m_.kind(def) != OpKind::kTranspose &&
          m_.op(def).parent == block && state_[def.Slot()] == kNew) {
        Visit(def, block);
      }
    }
  }

  void Relink(BlockId block) {
    std::vector<OpId> dead;
    for (const OpId op : m_.Ops(block)) {
      if (state_[op.Slot()] != kDone) dead.push_back(op);
    }
    // Users come after what they use, so they are erased first.
    for (auto op = dead.rbegin(); op != dead.rend(); ++op) m_.Erase(*op);
    for (const OpId op : order_) {
      m_.Unlink(op);
      m_.Append(block, op);
    }
  }

  Module& m_;
  FreeValues free_;
  std::vector<State> state_;  // indexed by OpId
  std::vector<OpId> stack_;
  std::vector<OpId> order_;
};

}  // namespace

bool XlaPostOrder(Module& m, const NoOptions&, PassContext&) {
  for (const OpId function : Functions(m)) {
    Sorter sorter(m, function);
    std::vector<BlockId> blocks;
    WalkPreOrder(m, function, [&](OpId op) {
      for (int r = 0; r < m.region_count(op); ++r) {
        for (const BlockId block : m.Blocks(m.region(op, r))) {
          blocks.push_back(block);
        }
      }
    });
    // Outer blocks come first, because a dead op is erased with its regions.
    for (const BlockId block : blocks) {
      if (m.IsErased(m.parent_op(block))) continue;
      sorter.Sort(block);
    }
  }
  RenewUses(m);
  return true;
}

}  // namespace shardflow::internal
