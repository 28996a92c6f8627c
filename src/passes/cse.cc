#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"
#include "passes/stop.h"

// Common subexpression elimination, as in MLIR's pass of the same name. One
// walk over the program replaces an op without effects with an equal op that
// comes earlier, in its block or in an enclosing one. An op without effects or
// uses is erased when the walk reaches it.
//
// The pass takes roughly linear time: the hash of an op is computed from the
// hashes of the ops in its regions, which are walked first. Ops are compared in
// full only if their hashes are equal. Most ops need no hash, because the uses
// of their operands show that no other op can equal them (Cse::IsUnique).

namespace shardflow::internal {
namespace {

uint64_t Mix(uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9E3779B97F4A7C15u + b + 0x632BE59BD9B4E019u;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

template <class Id>
uint64_t Mix(uint64_t a, Id id) requires requires {
  id.index;
}
{ return Mix(a, static_cast<uint64_t>(static_cast<uint32_t>(id.index))); }

// Hashes everything that equal ops have in common, except for their operands
// and regions.
uint64_t HashOfRow(const Module& m, OpId op) {
  uint64_t hash = Mix(0, m.name(op));
  hash = Mix(hash, m.attr_dict(op));
  hash = Mix(hash, m.rule(op));
  for (int i = 0; i < m.result_count(op); ++i) {
    hash = Mix(hash, m.type(m.result(op, i)));
    hash = Mix(hash, m.sharding(m.result(op, i)));
  }
  return Mix(hash, static_cast<uint64_t>(m.region_count(op)));
}

bool RowsAreEqual(const Module& m, OpId a, OpId b) {
  if (m.name(a) != m.name(b) || m.attr_dict(a) != m.attr_dict(b) ||
      m.rule(a) != m.rule(b) || m.operand_count(a) != m.operand_count(b) ||
      m.result_count(a) != m.result_count(b) ||
      m.region_count(a) != m.region_count(b)) {
    return false;
  }
  for (int i = 0; i < m.result_count(a); ++i) {
    const ValueId x = m.result(a, i);
    const ValueId y = m.result(b, i);
    if (m.type(x) != m.type(y) || m.sharding(x) != m.sharding(y)) return false;
  }
  return true;
}

// A summary of all or some regions of an op.
struct Content {
  uint64_t hash = 0;
  // The sum of the hashes of all uses of values that are defined outside.
  uint64_t captured = 0;
  bool has_no_effects = true;
  bool single_blocks = true;
};

uint64_t HashOf(const Module& m, OpId op, uint64_t row,
                const Content& content) {
  uint64_t hash = row;
  for (int i = 0; i < m.operand_count(op); ++i) {
    hash = Mix(hash, m.operand(op, i));
  }
  return Mix(Mix(hash, content.hash), content.captured);
}

// Compares two ops, including everything inside them. Values inside one op
// correspond to the values at the same positions in the other.
class Comparison {
 public:
  explicit Comparison(const Module& m) : m_(m) {}

  bool Equal(OpId a, OpId b) {
    if (!OpsAreEqual(a, b)) return false;
    while (!blocks_.empty()) {
      const auto [x, y] = blocks_.back();
      blocks_.pop_back();
      if (!BlocksAreEqual(x, y)) return false;
    }
    return true;
  }

 private:
  bool OpsAreEqual(OpId a, OpId b) {
    if (!RowsAreEqual(m_, a, b)) return false;
    for (int i = 0; i < m_.operand_count(a); ++i) {
      if (Counterpart(m_.operand(a, i)) != m_.operand(b, i)) return false;
    }
    for (int i = 0; i < m_.region_count(a); ++i) {
      if (!AddBlocks(m_.region(a, i), m_.region(b, i))) return false;
    }
    return true;
  }

  // Blocks are compared later, when the values to which their ops refer have
  // been paired.
  bool AddBlocks(RegionId a, RegionId b) {
    BlockId x = m_.first_block(a);
    BlockId y = m_.first_block(b);
    for (; x && y; x = m_.next_block(x), y = m_.next_block(y)) {
      blocks_.emplace_back(x, y);
    }
    return x.IsNone() && y.IsNone();
  }

  bool BlocksAreEqual(BlockId a, BlockId b) {
    if (m_.args(a).size() != m_.args(b).size()) return false;
    for (size_t i = 0; i < m_.args(a).size(); ++i) {
      const ValueId x = m_.args(a)[i];
      const ValueId y = m_.args(b)[i];
      if (m_.type(x) != m_.type(y) || m_.sharding(x) != m_.sharding(y)) {
        return false;
      }
      pairs_[x] = y;
    }
    OpId x = m_.block(a).first;
    OpId y = m_.block(b).first;
    for (; x && y; x = m_.next_op(x), y = m_.next_op(y)) {
      if (!OpsAreEqual(x, y)) return false;
      for (int i = 0; i < m_.result_count(x); ++i) {
        pairs_[m_.result(x, i)] = m_.result(y, i);
      }
    }
    return x.IsNone() && y.IsNone();
  }

  ValueId Counterpart(ValueId a) const {
    const auto at = pairs_.find(a);
    return at == pairs_.end() ? a : at->second;
  }

  const Module& m_;
  std::vector<std::pair<BlockId, BlockId>> blocks_;
  absl::flat_hash_map<ValueId, ValueId> pairs_;
};

// The ops that later ops are compared with, hashed. They are added in the order
// of the walk and removed in reverse order, so chains of rows in one array are
// enough. (With a hash map, the pass took twice as long.)
class KnownOps {
 public:
  // `most`: the maximum number of ops that are known at any one time.
  explicit KnownOps(size_t most)
      : last_(std::bit_ceil(std::max<size_t>(most, 64)), kNone),
        bits_(last_.size() / 64 * kBitsPerPlace) {
    rows_.reserve(most);
  }

  size_t size() const { return rows_.size(); }
  void Add(uint64_t hash, OpId op) {
    int32_t& last = last_[Place(hash)];
    rows_.push_back({hash, op, last});
    bits_[BitPlace(hash) / 64] |= uint64_t{1} << BitPlace(hash) % 64;
    last = static_cast<int32_t>(rows_.size()) - 1;
  }
  // Forgets the most recently added ops, so that only `size` remain.
  void ShrinkTo(size_t size) {
    for (; rows_.size() > size; rows_.pop_back()) {
      last_[Place(rows_.back().hash)] = rows_.back().before;
    }
  }
  // Returns the last op at position `begin` or later that has this hash and for
  // which `equals(op)` is true, or None.
  template <class Fn>
  OpId Find(uint64_t hash, size_t begin, Fn equals) const {
    if ((bits_[BitPlace(hash) / 64] >> BitPlace(hash) % 64 & 1) == 0) {
      return OpId::None();
    }
    int32_t at = last_[Place(hash)];
    for (; at >= static_cast<int32_t>(begin); at = RowAt(at).before) {
      if (RowAt(at).hash == hash && equals(RowAt(at).op)) return RowAt(at).op;
    }
    return OpId::None();
  }

 private:
  static constexpr int32_t kNone = -1;
  struct Row {
    uint64_t hash;
    OpId op;
    int32_t before;  // the previous row in the same place, or kNone
  };
  const Row& RowAt(int32_t i) const { return rows_[static_cast<size_t>(i)]; }
  size_t Place(uint64_t hash) const { return hash & (last_.size() - 1); }
  // One bit is set for each hash that was ever added. Most ops equal no other
  // op, and these bits show that with one access to a table that stays in the
  // cache.
  static constexpr size_t kBitsPerPlace = 8;
  size_t BitPlace(uint64_t hash) const {
    return hash >> 32 & (bits_.size() * 64 - 1);
  }

  std::vector<int32_t> last_;  // the last row in each place
  std::vector<uint64_t> bits_;
  std::vector<Row> rows_;
};

class Cse {
 public:
  explicit Cse(Module& m)
      : m_(m), known_(m.op_count()), settled_(m.op_table_size()) {}

  // Returns false if the run was stopped.
  bool Run(StopPoll& stop);

 private:
  // How far the walk has got in the regions of `op`.
  struct Frame {
    OpId op;
    int region = -1;
    BlockId block;
    OpId next;
    size_t mark = 0;  // how many ops were known when the op was reached
    // Whether the frame has a scope of its own. Ops in different scopes are
    // never merged.
    bool opens_scope = false;
    // Whether the content isn't needed: the op is never merged or erased, and
    // nothing inside refers to values outside.
    bool is_sealed = false;
    bool ordered = true;
    Content content;
  };
  void Push(OpId op);
  // Moves to the first block of the next region. Returns false after the last
  // one.
  bool NextRegion(Frame& frame);
  void LeaveRegion(Frame& frame);
  // Called when the walk leaves `op` and everything inside it.
  void Visit(Frame& frame, OpId op, const Content& content);
  // Returns true if `op` was erased.
  bool Simplify(const Frame& frame, OpId op, const Content& content);
  bool IsUnique(OpId op) const;
  bool Replace(const Frame& frame, OpId op, OpId existing);
  OpId Lookup(OpId op, uint64_t hash) const;
  bool IsKnown(OpId op) const;

  Module& m_;
  std::vector<Frame> frames_;
  KnownOps known_;
  // Indexed by op: whether the op has been visited and can't replace other ops,
  // so that its results won't get more uses.
  std::vector<bool> settled_;
  // For each enclosing isolated op, innermost last, the number of ops that were
  // known when the walk reached it. Ops inside are compared only with ops added
  // after that.
  std::vector<size_t> scopes_;
  absl::flat_hash_map<OpId, Content> contents_;  // for ops in unordered regions
};

void Cse::Push(OpId op) {
  Frame frame;
  frame.op = op;
  frame.opens_scope = frames_.empty() || MightBeIsolated(m_, op);
  frame.is_sealed = m_.kind(op) == OpKind::kModule || m_.HasFuncRow(op);
  frame.ordered = IsOrdered(m_, op);
  frame.mark = known_.size();
  if (frame.opens_scope) scopes_.push_back(frame.mark);
  frames_.push_back(frame);
}

bool Cse::NextRegion(Frame& frame) {
  while (++frame.region < m_.region_count(frame.op)) {
    const BlockId block = m_.first_block(m_.region(frame.op, frame.region));
    frame.content.hash = Mix(frame.content.hash, block ? 1u : 2u);
    if (block.IsNone()) continue;
    frame.block = block;
    frame.next = m_.block(block).first;
    for (const ValueId arg : m_.args(block)) {
      frame.content.hash = Mix(frame.content.hash, m_.type(arg));
      frame.content.hash = Mix(frame.content.hash, m_.sharding(arg));
    }
    if (m_.next_block(block)) {
      // No op branches from one block to another, so MLIR's walk over reachable
      // blocks visits only the first one.
      frame.content.single_blocks = false;
      frame.content.has_no_effects = false;
    }
    return true;
  }
  return false;
}

void Cse::LeaveRegion(Frame& frame) {
  known_.ShrinkTo(frame.mark);
  const BlockId left = std::exchange(frame.block, BlockId::None());
  if (frame.is_sealed) return;
  const auto forget = [&](ValueId value) {
    const uint64_t hash = Mix(1, value);
    for (UseId use = m_.value(value).first_use; use; use = m_.next_use(use)) {
      frame.content.captured -= hash;
    }
  };
  for (const ValueId arg : m_.args(left)) forget(arg);
  for (const OpId op : m_.Ops(left)) {
    for (int i = 0; i < m_.result_count(op); ++i) forget(m_.result(op, i));
  }
}

OpId Cse::Lookup(OpId op, uint64_t hash) const {
  return known_.Find(hash, scopes_.back(), [&](OpId other) {
    return Comparison(m_).Equal(other, op);
  });
}

bool Cse::IsKnown(OpId op) const {
  const auto content = contents_.find(op);
  if (m_.region_count(op) > 0 && content == contents_.end()) return false;
  const uint64_t hash =
      HashOf(m_, op, HashOfRow(m_, op),
             content == contents_.end() ? Content() : content->second);
  return static_cast<bool>(Lookup(op, hash));
}

bool Cse::Replace(const Frame& frame, OpId op, OpId existing) {
  for (int i = 0; i < m_.result_count(op); ++i) {
    const ValueId from = m_.result(op, i);
    const ValueId to = m_.result(existing, i);
    if (frame.ordered) {
      m_.ReplaceAllUses(from, to);
      continue;
    }
    // In an unordered region, a user may already have been visited. It is then
    // stored under a hash of its current operands, so these must not change.
    m_.ReplaceUsesIf(from, to,
                     [&](UseId use) { return !IsKnown(m_.use(use).owner); });
  }
  if (m_.loc(existing).IsUnknown()) m_.SetLoc(existing, m_.loc(op));
  if (m_.OpHasUses(op)) return false;
  m_.Erase(op);
  return true;
}

// Whether `op` certainly equals no other op, because it has an operand that
// won't get more uses and has no other user of the same kind. (Nothing is
// replaced with a block argument, so arguments don't get more uses, either.)
bool Cse::IsUnique(OpId op) const {
  // The maximum number of uses to look at. A few are enough: in most programs,
  // half of the ops have an operand with no other use.
  constexpr int kMostUses = 4;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const ValueId operand = m_.operand(op, i);
    const OpId def = m_.def(operand);
    if (def && !settled_[def.Slot()]) continue;
    int uses = 0;
    UseId use = m_.value(operand).first_use;
    for (; use && uses < kMostUses; use = m_.next_use(use), ++uses) {
      const OpId user = m_.use(use).owner;
      if (user != op && m_.kind(user) == m_.kind(op)) break;
    }
    if (use.IsNone()) return true;
  }
  return false;
}

bool Cse::Simplify(const Frame& frame, OpId op, const Content& content) {
  if (HasTrait(m_, op, kTerminator)) return false;
  const bool has_no_effects = HasNoEffects(m_, op, content.has_no_effects);
  const bool has_uses =
      (m_.result_count(op) > 0 && m_.HasUses(m_.result(op, 0))) ||
      m_.OpHasUses(op);
  if (has_no_effects && !has_uses && !HasTrait(m_, op, kSymbol)) {
    m_.Erase(op);
    return true;
  }
  // (In an unordered region, it matters which ops are known: see Replace().)
  if (!content.single_blocks || !has_no_effects ||
      (frame.ordered && IsUnique(op))) {
    settled_[op.Slot()] = true;
    return false;
  }
  const uint64_t hash = HashOf(m_, op, HashOfRow(m_, op), content);
  if (const OpId existing = Lookup(op, hash)) {
    return Replace(frame, op, existing);
  }
  known_.Add(hash, op);
  if (!frame.ordered && m_.region_count(op) > 0) contents_[op] = content;
  return false;
}

void Cse::Visit(Frame& frame, OpId op, const Content& content) {
  if (Simplify(frame, op, content) || frame.is_sealed) return;
  Content& outer = frame.content;
  outer.hash = Mix(Mix(outer.hash, HashOfRow(m_, op)), content.hash);
  outer.captured += content.captured;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const ValueId operand = m_.operand(op, i);
    outer.captured += Mix(1, operand);
  }
  if (!HasNoEffects(m_, op, content.has_no_effects)) {
    outer.has_no_effects = false;
  }
}

bool Cse::Run(StopPoll& stop) {
  Push(m_.root());
  while (!frames_.empty()) {
    if (stop()) return false;
    Frame& frame = frames_.back();
    if (frame.block && frame.next) {
      const OpId op = frame.next;
      frame.next = m_.next_op(op);
      if (m_.region_count(op) > 0) {
        Push(op);
      } else {
        Visit(frame, op, Content());
      }
      continue;
    }
    if (frame.block) LeaveRegion(frame);
    if (NextRegion(frame)) continue;
    const OpId op = frame.op;
    Content content = frame.content;
    if (frame.is_sealed) content.has_no_effects = false;
    if (frame.opens_scope) scopes_.pop_back();
    frames_.pop_back();
    if (!frames_.empty()) Visit(frames_.back(), op, content);
  }
  return true;
}

}  // namespace

bool CommonSubexpressions(Module& m, const NoOptions& /*options*/,
                          PassContext& context) {
  StopPoll stop(context);
  return Cse(m).Run(stop);
}

}  // namespace shardflow::internal
