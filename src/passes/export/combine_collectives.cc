#include "passes/export/combine_collectives.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/op_kind.h"
#include "ops/reduction.h"
#include "ops/work.h"
#include "passes/export/late_ops.h"

namespace shardflow::internal {
namespace {

// The maximum number of operands of a combined collective.
constexpr size_t kMaxOperands = 256;

// A collective that may be combined with others. It may move anywhere between
// `def` and `use`, which are op numbers in the block.
struct Candidate {
  OpId op;
  int64_t bytes = 0;
  int64_t number = 0;  // number of `op`
  int64_t def = 0;     // number of the last op that it must follow
  int64_t use = 0;     // number of the first op that needs its result
  OpId user;           // the op with number `use`
};

class Combiner {
 public:
  Combiner(Module& m, const CombineOptions& options)
      : m_(m),
        options_(options),
        channel_(m.names.Intern("channel_handle")),
        numbers_(m.op_table_size()) {
    for (size_t kind = 0; kind < may_combine_.size(); ++kind) {
      const Work work = WorkOf(static_cast<OpKind>(kind));
      may_combine_[kind] = work == Work::kAllReduce || work == Work::kAllGather;
    }
  }

  // Whether an op of this kind may be combined with others.
  bool MayCombine(OpKind kind) const {
    return may_combine_[static_cast<size_t>(kind)];
  }

  void Run(BlockId block) {
    const std::vector<std::vector<OpId>> alike = FindAlike(block);
    if (alike.empty()) return;
    Number(block, /*step=*/1);
    DeferUses(alike);
    Number(block, /*step=*/2);
    for (const std::vector<OpId>& ops : alike) Combine(block, ops);
  }

 private:
  // What collectives must have in common to be combined:
  // - the kind,
  // - the groups and other attributes, except for the channel,
  // - the element type,
  // - the op that combines elements, and the type that it works on.
  using Key = std::tuple<OpKind, AttrId, TypeId, OpKind, TypeId>;

  std::optional<Key> KeyOf(OpId op) {
    if (!MayCombine(m_.kind(op))) return std::nullopt;
    const Work work = WorkOf(m_.kind(op));
    if (work == Work::kAllGather && !options_.gathers) return std::nullopt;
    if (m_.operand_count(op) != 1 || m_.result_count(op) != 1 ||
        !m_.HasUses(m_.result(op, 0))) {
      return std::nullopt;
    }
    const TypeId type = m_.type(m_.operand(op, 0));
    if (!m_.types.HasStaticShape(type) ||
        !m_.types.HasStaticShape(m_.type(m_.result(op, 0))) ||
        SizeOf(op) > options_.bytes) {
      return std::nullopt;
    }
    OpKind combining = OpKind::kUnknown;
    TypeId combined = TypeId::None();
    if (work == Work::kAllReduce) {
      if (m_.region_count(op) != 1) return std::nullopt;
      combining = CombiningOp(m_, m_.region(op, 0));
      if (combining == OpKind::kUnknown) return std::nullopt;
      combined = m_.type(m_.args(m_.first_block(m_.region(op, 0)))[0]);
    }
    return Key{m_.kind(op), WithoutChannel(m_.attr_dict(op)),
               m_.types.element(type), combining, combined};
  }

  AttrId WithoutChannel(AttrId attrs) {
    AttrId& without = without_channel_[attrs];
    if (without.IsNone()) {
      without = m_.attrs.DictSet(attrs, channel_, AttrId::None(), m_.names);
    }
    return without;
  }

  // The bytes that count towards the limit.
  int64_t SizeOf(OpId op) {
    const ValueId value = WorkOf(m_.kind(op)) == Work::kAllReduce
                              ? m_.operand(op, 0)
                              : m_.result(op, 0);
    if (m_.type(value) != sized_) {
      sized_ = m_.type(value);
      size_ = BytesOf(m_, value);
    }
    return size_;
  }

  // Returns lists of two or more collectives with equal keys.
  std::vector<std::vector<OpId>> FindAlike(BlockId block) {
    absl::flat_hash_map<Key, size_t> index;
    std::vector<std::vector<OpId>> found;
    for (const OpId op : m_.Ops(block)) {
      const std::optional<Key> key = KeyOf(op);
      if (!key) continue;
      const auto [it, is_new] = index.emplace(*key, found.size());
      if (is_new) found.emplace_back();
      found[it->second].push_back(op);
    }
    std::erase_if(found, [](const auto& ops) { return ops.size() < 2; });
    return found;
  }

  // Moves down the uses of all collectives, except for the last of each list,
  // so that each collective can be combined with later ones in its list.
  void DeferUses(const std::vector<std::vector<OpId>>& alike) {
    if (!options_.move) return;
    std::vector<OpId> collectives;
    for (const std::vector<OpId>& ops : alike) {
      collectives.insert(collectives.end(), ops.begin(), ops.end() - 1);
    }
    DeferLateOps(m_, collectives, numbers_, options_.bytes);
  }

  // Numbers the ops of the block, in steps that leave room for combined ops.
  // Numbers never decrease from one op to the next; a combined op may get the
  // number of a neighbour.
  void Number(BlockId block, int64_t step) {
    int64_t next = 0;
    for (const OpId op : m_.Ops(block)) {
      numbers_[op.Slot()] = next;
      next += step;
    }
  }

  Candidate CandidateOf(BlockId block, OpId op) {
    Candidate c{.op = op, .bytes = SizeOf(op), .user = OpId::None()};
    c.number = numbers_[op.Slot()];
    c.def = c.number;
    const OpId def = m_.def(m_.operand(op, 0));
    if (options_.move && (!def || m_.op(def).parent != block)) {
      c.def = -1;
    } else if (options_.move && m_.kind(def) != m_.kind(op)) {
      // (If `def` has the same kind as `op`, it may itself move, but not past
      // `op`.)
      c.def = numbers_[def.Slot()];
    }
    c.use = std::numeric_limits<int64_t>::max();
    for (const UseId use : m_.Uses(m_.result(op, 0))) {
      OpId user = m_.use(use).owner;
      while (m_.op(user).parent != block) user = m_.parent_op(user);
      if (numbers_[user.Slot()] >= c.use) continue;
      c.use = numbers_[user.Slot()];
      c.user = user;
    }
    return c;
  }

  // Combines runs of collectives, in the order of their first uses. The result
  // of a collective that moves up is held longer: from its new place to its
  // first use. The next run that moves collectives up comes after these uses,
  // so at any time only the results of one run are held longer.
  void Combine(BlockId block, const std::vector<OpId>& ops) {
    std::vector<Candidate> all;
    all.reserve(ops.size());
    for (const OpId op : ops) all.push_back(CandidateOf(block, op));
    std::sort(all.begin(), all.end(),
              [](const Candidate& a, const Candidate& b) {
                return std::tie(a.use, a.number) < std::tie(b.use, b.number);
              });
    for (size_t first = 0, end = 0; first < all.size(); first = end) {
      int64_t bytes = 0;
      for (end = first; end < all.size() && end - first < kMaxOperands; ++end) {
        if (all[end].bytes > options_.bytes - bytes) break;
        if (all[end].def >= all[first].use) break;
        bytes += all[end].bytes;
      }
      if (end - first > 1) Merge({all.data() + first, end - first});
    }
  }

  // Replaces the run with one op. The first member of the run must be the one
  // that is used first.
  void Merge(std::span<Candidate> run) {
    const int64_t use = run.front().use;
    const OpId user = run.front().user;
    std::sort(run.begin(), run.end(),
              [](const Candidate& a, const Candidate& b) {
                return a.number < b.number;
              });
    const Candidate& last = run.back();
    const bool moves_up = last.number >= use;
    std::vector<ValueId> operands;
    std::vector<TypeId> types;
    for (const Candidate& c : run) {
      operands.push_back(m_.operand(c.op, 0));
      types.push_back(m_.type(m_.result(c.op, 0)));
    }
    const OpId model = run.front().op;
    const OpId made = m_.CreateOp({.kind = m_.kind(model),
                                   .name = m_.name(model),
                                   .operands = operands,
                                   .result_types = types,
                                   .attrs = m_.attr_dict(model),
                                   .region_count = m_.region_count(model),
                                   .loc = m_.loc(model)});
    if (m_.region_count(model) > 0) {
      m_.MoveBlocks(m_.region(model, 0), m_.region(made, 0));
    }
    const OpId anchor = moves_up ? user : last.op;
    const OpId before = m_.op(anchor).prev;
    numbers_.resize(m_.op_table_size());
    numbers_[made.Slot()] =
        !moves_up ? last.number
                  : std::max(before ? numbers_[before.Slot()] : 0, use - 1);
    m_.InsertBefore(anchor, made);
    for (size_t i = 0; i < run.size(); ++i) {
      m_.ReplaceAllUses(m_.result(run[i].op, 0),
                        m_.result(made, static_cast<int>(i)));
      m_.Erase(run[i].op);
    }
  }

  Module& m_;
  const CombineOptions options_;
  const NameId channel_;
  std::array<bool, static_cast<size_t>(OpKind::kCount)> may_combine_;
  // Maps attributes to the same attributes without a channel. (There are few,
  // because all collectives of a new program have the same channel.)
  absl::flat_hash_map<AttrId, AttrId> without_channel_;
  // The last type whose size was computed, and its size.
  TypeId sized_;
  int64_t size_ = 0;
  std::vector<int64_t> numbers_;  // indexed by op
};

}  // namespace

void CombineCollectives(Module& m, const CombineOptions& options) {
  if (options.bytes <= 0) return;
  Combiner combiner(m, options);
  // The blocks that contain a collective, each listed once.
  std::vector<BlockId> blocks;
  std::vector<bool> seen(m.block_table_size());
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (!combiner.MayCombine(m.kind(op))) return;
    const BlockId block = m.op(op).parent;
    if (!seen[block.Slot()]) blocks.push_back(block);
    seen[block.Slot()] = true;
  });
  for (const BlockId block : blocks) combiner.Run(block);
}

}  // namespace shardflow::internal
