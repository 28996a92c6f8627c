#include "propagate/run_comparison.h"

#include <algorithm>
#include <utility>

#include "ops/data_flow.h"
#include "propagate/propagation.h"

namespace shardflow::internal {
namespace {

// Returns the value that represents all values written together with `value`.
ValueId Representative(const Module& m, ValueId value) {
  const OpId op = OwningOp(m, value);
  // If its op was erased or replaced, the value represents only itself.
  if (op.IsNone() || m.IsErased(op)) return value;
  if (!m.IsArg(value)) return m.result(op, 0);
  if (DataFlow(m, op) == nullptr) return value;
  for (int r = 0; r < m.region_count(op); ++r) {
    const BlockId block = m.first_block(m.region(op, r));
    if (block && !m.args(block).empty()) return m.args(block)[0];
  }
  return value;
}

// Stores elements by range; range r begins at elements[first[r]]. for_each(add)
// calls add(r, element) for each element. `for_each` is called twice: first to
// count the elements, then to store them.
template <class T, class ForEach>
void FillRanges(size_t ranges, std::vector<uint32_t>& first,
                std::vector<T>& elements, const ForEach& for_each) {
  first.assign(ranges + 1, 0);
  for_each([&](size_t range, const T&) { ++first[range + 1]; });
  for (size_t i = 0; i < ranges; ++i) first[i + 1] += first[i];
  elements.resize(first.back());
  std::vector<uint32_t> next(first.begin(), first.end() - 1);
  for_each([&](size_t range, const T& element) {
    elements[next[range]++] = element;
  });
}

}  // namespace

// A visit that writes one member of a sharding group writes all of them, so
// they share one key.
void RunComparison::MakeKeys(const PropagationState& s, const Slots& slots) {
  const Module& m = s.m;
  for (size_t i = 0; i < slots.size(); ++i) {
    const ValueId value = slots.Value(SlotId(i));
    key_.push_back(value ? KeyId(Representative(m, value).index) : KeyId(i));
  }
  if (s.groups.empty()) return;
  std::vector<KeyId> parent;  // indexed by key
  for (size_t i = 0; i < slots.size(); ++i) parent.emplace_back(i);
  const auto find = [&](KeyId key) {
    while (parent[key.Slot()] != key) {
      key = parent[key.Slot()] = parent[parent[key.Slot()].Slot()];
    }
    return key;
  };
  for (const std::span<const ValueId> members : s.groups.AllMembers()) {
    KeyId first;
    for (const ValueId member : members) {
      const ValueId holder = GetShardableValue(m, member);
      if (holder.IsNone()) continue;
      const KeyId key = find(key_[holder.Slot()]);
      if (!first) first = key;
      parent[key.Slot()] = first;
    }
  }
  for (KeyId& key : key_) key = find(key);
}

template <class Add>
void RunComparison::ForEachReader(const PropagationState& s, const Slots& slots,
                                  const Add& add) const {
  const PropagationGraph& graph = s.graph;
  const auto reads = [&](ValueId value, Reader reader) {
    add(key_[value.Slot()].Slot(), reader);
  };
  const auto tensors = [&](const Node& node, Position position) {
    for (int32_t t = 0; t < node.tensor_count; ++t) {
      const TensorRef ref = graph.Tensor(position, node, t);
      if (!ref.IsNowhere()) reads(ref.value, position);
    }
  };
  for (size_t i = 0; i < graph.size(); ++i) {
    const Position position(i);
    if (!graph.worklist.Has(position, kHasNode)) continue;
    const Node node = graph.NodeAt(position);
    tensors(node, position);
    // A step through an edge that transforms shardings also reads the sharding
    // that the edge's owner was given.
    if (node.transforms) {
      reads(s.m.operand(graph.op(position), 0), position);
    }
    if (!node.has_second) continue;
    tensors(graph.second.at(position).node, position);
  }
  for (size_t i = 0; i < s.main_results.values.size(); ++i) {
    const Reader result = ResultId(i);
    const ValueId holder =
        GetShardableValue(s.m, s.main_results.values[i].value);
    if (holder) reads(holder, result);
    add(key_[slots.OfMain(i).Slot()].Slot(), result);
  }
}

RunComparison::RunComparison(const PropagationState& s, const Slots& slots)
    : dirty_(slots.size()),
      shares_key_(slots.size()),
      dirty_slots_(slots.size()),
      dirty_keys_of_op_(s.graph.size()),
      dirty_keys_of_result_(s.main_results.values.size()),
      touched_ops_(s.graph.size()),
      touched_results_(s.main_results.values.size()),
      forced_ops_(s.graph.size()),
      forced_results_(s.main_results.values.size()) {
  MakeKeys(s, slots);
  FillRanges(slots.size(), first_slot_, slots_, [&](const auto& add) {
    for (size_t i = 0; i < slots.size(); ++i) add(key_[i].Slot(), SlotId(i));
  });
  for (size_t i = 0; i < slots.size(); ++i) {
    if (SlotsOf(key_[i]).size() > 1) shares_key_.Insert(SlotId(i));
  }
  FillRanges(slots.size(), first_reader_, readers_,
             [&](const auto& add) { ForEachReader(s, slots, add); });
}

void RunComparison::SetDirty(SlotId slot, bool dirty) {
  const bool was_dirty = dirty_.Has(slot);
  if (!was_dirty && !dirty) return;
  const KeyId key = key_[slot.Slot()];
  int32_t& in_key = dirty_slots_[key.Slot()];
  int32_t step = 0;  // change in the number of dirty keys that readers read
  if (was_dirty != dirty) {
    const bool key_was_dirty = in_key > 0;
    in_key += dirty ? 1 : -1;
    dirty_count_ += dirty ? 1 : -1;
    if (dirty) {
      dirty_.Insert(slot);
    } else {
      dirty_.Erase(slot);
    }
    step = (in_key > 0 ? 1 : 0) - (key_was_dirty ? 1 : 0);
  }
  ForEachReaderOf(key, [&](Reader reader) {
    const bool is_op = reader.Is<Position>();
    const TurnIndex turn = TurnOf(reader);
    IdSet<TurnIndex>& touched = is_op ? touched_ops_ : touched_results_;
    int32_t& keys =
        (is_op ? dirty_keys_of_op_ : dirty_keys_of_result_)[turn.Slot()];
    keys += step;
    if (keys == 0) {
      const IdSet<TurnIndex>& forced = is_op ? forced_ops_ : forced_results_;
      if (!any_forced_ || !forced.Has(turn)) touched.Erase(turn);
    } else if (!touched.Has(turn)) {
      touched.Insert(turn);
      if (is_op) newly_touched_.push_back(Position(turn.index));
    }
  });
}

void RunComparison::Force(Phase phase, TurnIndex turn) {
  any_forced_ = true;
  const bool is_op = phase == Phase::kOps;
  (is_op ? forced_ops_ : forced_results_).Insert(turn);
  (is_op ? touched_ops_ : touched_results_).Insert(turn);
}

void RunComparison::AddReader(Phase phase, TurnIndex turn, SlotId slot) {
  const Reader reader = phase == Phase::kOps ? Reader(Position(turn.index))
                                             : Reader(ResultId(turn.index));
  const KeyId key = key_[slot.Slot()];
  bool is_known = false;
  ForEachReaderOf(key, [&](Reader other) { is_known |= other == reader; });
  if (!is_known) more_readers_[key].push_back(reader);
}

void RunComparison::Clear() {
  // If a word of the bitmap has a dirty slot on average, it is cheaper to clear
  // all words at once.
  const bool at_once = static_cast<size_t>(dirty_count_) > key_.size() / 64;
  ForEachDirty([&](SlotId slot) {
    const KeyId key = key_[slot.Slot()];
    if (std::exchange(dirty_slots_[key.Slot()], 0) == 0) return;
    ForEachReaderOf(key, [&](Reader reader) {
      const TurnIndex turn = TurnOf(reader);
      if (reader.Is<Position>()) {
        dirty_keys_of_op_[turn.Slot()] = 0;
        if (!at_once) touched_ops_.Erase(turn);
      } else {
        dirty_keys_of_result_[turn.Slot()] = 0;
        if (!at_once) touched_results_.Erase(turn);
      }
    });
  });
  if (std::exchange(any_forced_, false)) {
    forced_ops_.ForEach([&](TurnIndex turn) { touched_ops_.Erase(turn); });
    forced_results_.ForEach(
        [&](TurnIndex turn) { touched_results_.Erase(turn); });
    forced_ops_.Clear();
    forced_results_.Clear();
  }
  if (at_once) {
    touched_ops_.Clear();
    touched_results_.Clear();
    dirty_.Clear();
  } else {
    while (const SlotId slot = dirty_.NextFrom(SlotId(0))) dirty_.Erase(slot);
  }
  dirty_count_ = 0;
  newly_touched_.clear();
}

bool RunComparison::AnyTouched(std::span<const Position> ops) const {
  return std::any_of(ops.begin(), ops.end(), [&](Position op) {
    return touched_ops_.Has(TurnIndex(op.index));
  });
}

size_t RunComparison::MemoryBytes() const {
  return VectorBytes(key_) + VectorBytes(dirty_slots_) +
         VectorBytes(first_slot_) + VectorBytes(slots_) +
         VectorBytes(first_reader_) + VectorBytes(readers_) +
         VectorBytes(dirty_keys_of_op_) + VectorBytes(dirty_keys_of_result_) +
         VectorBytes(newly_touched_);
}

}  // namespace shardflow::internal
