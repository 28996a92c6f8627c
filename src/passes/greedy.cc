#include "passes/greedy.h"

#include <span>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/stop.h"

namespace shardflow::internal {
namespace {

// The number of sweeps over the module after which the pass gives up, as in
// MLIR.
constexpr int kMaxSweeps = 10;

// Returns the block to which the constant `op` moves: the first block of the
// nearest enclosing region that can't use values from outside.
BlockId ConstantHome(const Module& m, OpId op) {
  OpId at = op;
  while (const OpId parent = m.parent_op(at)) {
    if (MightBeIsolated(m, parent)) {
      const RegionId region = m.block(m.op(at).parent).parent;
      return m.first_block(region);
    }
    at = parent;
  }
  return BlockId::None();
}

// The constants at the front of each function, by value and type.
class ConstantPool {
 public:
  explicit ConstantPool(Module& m) : m_(m), owned_(m.op_table_size()) {}

  // Moves `op` to the front of its home block, or replaces it with an equal op
  // there. Returns true if the module changed.
  bool Take(OpId op) {
    const BlockId home = ConstantHome(m_, op);
    if (!home) return false;
    const Key key = {home, m_.attr(op, name::kValue),
                     m_.type(m_.result(op, 0))};
    const auto [at, is_new] = constants_.try_emplace(key, op);
    if (!is_new) {
      m_.ReplaceAllUses(m_.result(op, 0), m_.result(at->second, 0));
      m_.Erase(op);
      return true;
    }
    const OpId prev = m_.op(op).prev;
    const bool in_place =
        m_.op(op).parent == home && (prev.IsNone() || owned_[prev.Slot()]);
    if (!in_place) {
      const OpId front = m_.block(home).first;
      m_.Unlink(op);
      m_.InsertBefore(front, op);
    }
    owned_[op.Slot()] = true;
    return !in_place;
  }

 private:
  struct Key {
    BlockId home;
    AttrId value;
    TypeId type;
    friend bool operator==(const Key&, const Key&) = default;
    template <class H>
    friend H AbslHashValue(H h, const Key& k) {
      return H::combine(std::move(h), k.home, k.value, k.type);
    }
  };
  Module& m_;
  // For each op, whether it is a constant that was moved to the front.
  std::vector<bool> owned_;
  absl::flat_hash_map<Key, OpId> constants_;
};

// A stack of ops to visit, which holds each op only once.
class RewriteWorklist {
 public:
  void Push(OpId op) {
    if (op.Slot() >= waiting_.size()) waiting_.resize(op.Slot() + 1);
    if (waiting_[op.Slot()]) return;
    waiting_[op.Slot()] = true;
    stack_.push_back(op);
  }
  OpId Pop() {
    const OpId op = stack_.back();
    stack_.pop_back();
    waiting_[op.Slot()] = false;
    return op;
  }
  bool empty() const { return stack_.empty(); }

 private:
  std::vector<OpId> stack_;
  std::vector<bool> waiting_;
};

bool Apply(const std::vector<std::vector<Pattern>>& by_kind, Rewriter& r,
           OpId op) {
  for (const Pattern& p : by_kind[static_cast<size_t>(r.m.kind(op))]) {
    if (p.apply(r, op)) return true;
  }
  return false;
}

// Applies the patterns to `ops` and to all ops that this affects, and erases
// dead ops among them. Returns true if anything changed.
bool Rewrite(Module& m, const std::vector<std::vector<Pattern>>& by_kind,
             std::span<const OpId> ops, const GreedyOptions& options,
             StopPoll& stop) {
  bool changed = false;
  RewriteWorklist worklist;
  for (auto at = ops.rbegin(); at != ops.rend(); ++at) worklist.Push(*at);
  const SymbolTable symbols(m);
  Rewriter rewriter(m, symbols);
  while (!worklist.empty() && !stop()) {
    const OpId op = worklist.Pop();
    if (m.IsErased(op)) continue;
    if (IsTriviallyDead(m, op)) {
      rewriter.Erase(op);
      changed = true;
    } else if (!options.keep_sharded || !m.HasResultShardings(op)) {
      changed |= Apply(by_kind, rewriter, op);
    }
    for (OpId touched : rewriter.touched) {
      if (!m.IsErased(touched)) worklist.Push(touched);
    }
    rewriter.touched.clear();
  }
  return changed;
}

// Does one sweep over all ops. Returns true if anything changed.
bool Sweep(Module& m, const std::vector<std::vector<Pattern>>& by_kind,
           const GreedyOptions& options, StopPoll& stop) {
  bool changed = false;
  std::vector<OpId> constants;
  // The other ops that might change: dead ops, and ops with a pattern. Most
  // programs have only a few of them.
  std::vector<OpId> ops;
  const auto may_change = [&](OpId op) {
    return !by_kind[static_cast<size_t>(m.kind(op))].empty() ||
           // Nearly all ops have uses, which can be checked without a call.
           ((m.result_count(op) == 0 || !m.HasUses(m.result(op, 0))) &&
            IsTriviallyDead(m, op));
  };
  const bool ok = WalkPreOrder(m, m.root(), [&](OpId op) {
    if (stop()) return WalkResult::kStop;
    if (HasTrait(m, op, kConstantLike)) {
      constants.push_back(op);
    } else if (op != m.root() && may_change(op)) {
      ops.push_back(op);
    }
    return WalkResult::kAdvance;
  });
  if (!ok) return false;
  if (options.move_constants && !constants.empty()) {
    ConstantPool pool(m);
    for (OpId op : constants) changed |= pool.Take(op);
  }
  if (!ops.empty()) changed |= Rewrite(m, by_kind, ops, options, stop);
  // Finally, erase constants that have lost their last use.
  for (OpId op : constants) {
    if (!m.IsErased(op) && IsTriviallyDead(m, op)) {
      m.Erase(op);
      changed = true;
    }
  }
  return changed;
}

}  // namespace

bool RewriteGreedily(Module& m, std::span<const Pattern> patterns,
                     PassContext& context, const GreedyOptions& options) {
  std::vector<std::vector<Pattern>> by_kind(
      static_cast<size_t>(OpKind::kCount));
  for (const Pattern& p : patterns) {
    by_kind[static_cast<size_t>(p.kind)].push_back(p);
  }
  StopPoll stop(context);
  for (int i = 0; i < kMaxSweeps && Sweep(m, by_kind, options, stop); ++i) {
  }
  return !stop.stopped();
}

}  // namespace shardflow::internal
