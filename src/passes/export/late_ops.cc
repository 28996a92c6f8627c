#include "passes/export/late_ops.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ir/walk.h"
#include "lower/axes.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

class Deferrer {
 public:
  Deferrer(Module& m, BlockId block, std::span<const int64_t> positions,
           int64_t bytes)
      : m_(m), block_(block), positions_(positions), limit_(bytes) {
    const OpId last = m.terminator(block);
    marks_.resize(static_cast<size_t>(positions[last.Slot()]) + 1);
  }

  void Run(std::span<const OpId> collectives) {
    for (const OpId op : collectives) MarkOf(op).is_awaited = true;
    MarkNeeded();
    for (const OpId op : m_.Ops(block_)) Visit(op);
  }

 private:
  struct Mark {
    bool is_awaited = false;  // the op is one of the collectives
    bool is_needed = false;   // a collective depends on it, or it must stay
    // The round in which the op waits (for a collective: in which its users
    // wait), or -1. A round ends when the waiting ops are placed.
    int waits = -1;
  };

  Mark& MarkOf(OpId op) {
    return marks_[static_cast<size_t>(positions_[op.Slot()])];
  }

  // Calls `visit(value, def)` for each value that `op` and the ops in its
  // regions use. `def` is the op of this block that defines the value, or None.
  template <class Visitor>
  void ForEachInput(OpId op, Visitor visit) const {
    const auto visit_operands = [&](OpId user) {
      for (int i = 0; i < m_.operand_count(user); ++i) {
        const ValueId value = m_.operand(user, i);
        const OpId def = m_.def(value);
        visit(value, def && m_.op(def).parent == block_ ? def : OpId::None());
      }
    };
    visit_operands(op);
    for (int r = 0; r < m_.region_count(op); ++r) {
      for (const BlockId block : m_.Blocks(m_.region(op, r))) {
        for (const OpId inner : m_.Ops(block)) {
          // Most bodies, such as the sum of an all_reduce, are so small that a
          // walk, which allocates memory, would be a waste.
          if (m_.region_count(inner) == 0) {
            visit_operands(inner);
          } else {
            WalkPreOrder(m_, inner, visit_operands);
          }
        }
      }
    }
  }

  bool MayMove(OpId op) const {
    const Work work = WorkOf(m_.kind(op));
    return !IsCollective(work) && work != Work::kLoop &&
           work != Work::kBranches && WouldBeTriviallyDead(m_, op);
  }

  void MarkNeeded() {
    for (OpId op = m_.block(block_).last; op; op = m_.op(op).prev) {
      Mark& mark = MarkOf(op);
      mark.is_needed = mark.is_needed || !MayMove(op);
      // The terminator doesn't count: an op whose result is returned may still
      // move.
      if (!mark.is_needed || op == m_.terminator(block_)) continue;
      ForEachInput(op, [&](ValueId, OpId def) {
        if (def) MarkOf(def).is_needed = true;
      });
    }
  }

  bool Waits(OpId op) { return MarkOf(op).waits == round_; }

  void Visit(OpId op) {
    const Mark mark = MarkOf(op);
    if (mark.is_awaited) {
      const int64_t bytes = BytesOf(m_, m_.result(op, 0));
      bool holds = Hold(bytes);
      if (!holds) {
        PlaceBefore(op);
        holds = Hold(bytes);  // still fails if this op alone exceeds the limit
      }
      if (holds) MarkOf(op).waits = round_;
      return;
    }
    if (op == m_.terminator(block_)) return PlaceBefore(op);
    // A needed op doesn't depend on ops that wait to be placed.
    if (mark.is_needed) return;
    bool waits = false;
    int64_t bytes = 0;
    ForEachInput(op, [&](ValueId value, OpId def) {
      if (!def) return;
      if (Waits(def)) {
        waits = true;
      } else if (!IsConstantLike(m_, def)) {
        bytes = SaturatingSum(bytes, BytesOf(m_, value));
      }
    });
    if (!waits) return;
    if (!Hold(bytes)) return PlaceBefore(op);
    MarkOf(op).waits = round_;
    waiting_.push_back(op);
  }

  // Adds `bytes` to the number of bytes held. Returns false and adds nothing if
  // that would exceed the limit.
  bool Hold(int64_t bytes) {
    if (bytes > limit_ - held_) return false;
    held_ += bytes;
    return true;
  }

  void PlaceBefore(OpId anchor) {
    for (const OpId op : waiting_) {
      m_.Unlink(op);
      m_.InsertBefore(anchor, op);
    }
    waiting_.clear();
    held_ = 0;
    ++round_;
  }

  Module& m_;
  const BlockId block_;
  const std::span<const int64_t> positions_;
  const int64_t limit_;
  std::vector<Mark> marks_;  // indexed by position
  std::vector<OpId> waiting_;
  int64_t held_ = 0;
  int round_ = 0;
};

}  // namespace

void DeferLateOps(Module& m, std::span<const OpId> collectives,
                  std::span<const int64_t> positions, int64_t bytes) {
  if (collectives.empty()) return;
  const BlockId block = m.op(collectives.front()).parent;
  Deferrer(m, block, positions, bytes).Run(collectives);
}

}  // namespace shardflow::internal
