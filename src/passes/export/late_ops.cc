#include "passes/export/late_ops.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "lower/axes.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

bool IsCollective(Work work) {
  return work >= Work::kAllReduce && work <= Work::kPermute;
}

class Deferrer {
 public:
  Deferrer(Module& m, BlockId block, int64_t bytes)
      : m_(m), block_(block), limit_(bytes) {}

  void Run(std::span<const OpId> collectives) {
    for (const OpId op : collectives) marks_[op].is_awaited = true;
    MarkNeeded();
    for (const OpId op : m_.Ops(block_)) Visit(op);
  }

 private:
  struct Mark {
    bool is_awaited = false;  // it is one of the collectives
    bool is_needed = false;   // a collective depends on it, or it must stay
    // It was visited and had to wait (a collective: its users have to) in the
    // round of this number.
    int waits = -1;
  };

  // Visits the ops of this block that define what `op` and its regions use, and
  // the values of other origins with OpId::None().
  template <class Visitor>
  void ForEachInput(OpId op, Visitor visit) const {
    WalkPreOrder(m_, op, [&](OpId user) {
      for (int i = 0; i < m_.operand_count(user); ++i) {
        const ValueId value = m_.operand(user, i);
        const OpId def = m_.def(value);
        visit(value, def && m_.op(def).parent == block_ ? def : OpId::None());
      }
    });
  }

  bool MayMove(OpId op) const {
    const Work work = WorkOf(m_.kind(op));
    return !IsCollective(work) && work != Work::kLoop &&
           work != Work::kBranches && WouldBeTriviallyDead(m_, op);
  }

  void MarkNeeded() {
    for (OpId op = m_.block(block_).last; op; op = m_.op(op).prev) {
      Mark& mark = marks_[op];
      mark.is_needed |= IsCollective(WorkOf(m_.kind(op))) || !MayMove(op);
      // What is returned is no reason to stay.
      if (!mark.is_needed || op == m_.terminator(block_)) continue;
      ForEachInput(op, [&](ValueId, OpId def) {
        if (def) marks_[def].is_needed = true;
      });
    }
  }

  bool Waits(OpId op) const {
    const auto it = marks_.find(op);
    return it != marks_.end() && it->second.waits == round_;
  }

  void Visit(OpId op) {
    const Mark mark = marks_[op];
    if (mark.is_awaited) {
      if (!Hold(BytesOf(m_, m_.result(op, 0)))) PlaceBefore(op);
      marks_[op].waits = round_;
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
    marks_[op].waits = round_;
    waiting_.push_back(op);
  }

  // Whether so much more may be held.
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
  const int64_t limit_;
  absl::flat_hash_map<OpId, Mark> marks_;
  std::vector<OpId> waiting_;
  int64_t held_ = 0;
  int round_ = 0;
};

}  // namespace

void DeferLateOps(Module& m, std::span<const OpId> collectives, int64_t bytes) {
  if (collectives.empty()) return;
  Deferrer(m, m.op(collectives.front()).parent, bytes).Run(collectives);
}

}  // namespace shardflow::internal
