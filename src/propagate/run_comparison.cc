#include "propagate/run_comparison.h"

#include <algorithm>

#include "ops/data_flow.h"
#include "propagate/propagation.h"

namespace shardflow::internal {
namespace {

// Returns the value that stands for all values that are written together with
// `value`.
ValueId KeyOf(const Module& m, ValueId value) {
  const OpId op = OwningOp(m, value);
  // If its op was erased or replaced, the value stands for itself alone.
  if (op.IsNone() || m.IsErased(op)) return value;
  if (!m.IsArg(value)) return m.result(op, 0);
  if (DataFlow(m, op) == nullptr) return value;
  for (int r = 0; r < m.region_count(op); ++r) {
    const BlockId block = m.first_block(m.region(op, r));
    if (block && !m.args(block).empty()) return m.args(block)[0];
  }
  return value;
}

}  // namespace

template <class Add>
void RunComparison::ForEachReader(const PropagationState& s,
                                  const Add& add) const {
  const PropagationGraph& graph = s.graph;
  const auto reads = [&](ValueId value, Reader reader) {
    add(key_[value.Slot()], reader);
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
    // The sharding that passes through such an edge also depends on the one
    // that the owner of the edge was given.
    if (node.transforms) reads(s.m.operand(graph.op(position), 0), position);
    if (!node.has_second) continue;
    tensors(graph.second.at(position).node, position);
  }
  for (size_t i = 0; i < s.main_results.values.size(); ++i) {
    const ResultId result(i);
    const ValueId holder =
        GetShardableValue(s.m, s.main_results.values[i].value);
    if (holder) reads(holder, result);
    add(key_[value_count_ + i], result);
  }
}

RunComparison::RunComparison(const PropagationState& s, size_t slots)
    : value_count_(slots - s.main_results.values.size()),
      dirty_(slots),
      dirty_slots_(slots),
      first_reader_(slots + 1),
      dirty_keys_of_op_(s.graph.size()),
      dirty_keys_of_result_(s.main_results.values.size()),
      touched_ops_(s.graph.size()),
      touched_results_(s.main_results.values.size()) {
  for (size_t i = 0; i < slots; ++i) {
    key_.push_back(i < value_count_ ? KeyId(KeyOf(s.m, ValueId(i)).index)
                                    : KeyId(i));
  }
  // Two passes: the first counts the readers of each key, the second stores
  // them.
  ForEachReader(
      s, [&](KeyId key, const Reader&) { ++first_reader_[key.Slot() + 1]; });
  for (size_t i = 0; i < slots; ++i) first_reader_[i + 1] += first_reader_[i];
  readers_.resize(first_reader_.back());
  std::vector<uint32_t> next(first_reader_.begin(), first_reader_.end() - 1);
  ForEachReader(s, [&](KeyId key, const Reader& reader) {
    readers_[next[key.Slot()]++] = reader;
  });
}

TurnIndex RunComparison::TurnOf(const Reader& reader) {
  if (const Position* const op = std::get_if<Position>(&reader)) {
    return TurnIndex(op->index);
  }
  return TurnIndex(std::get_if<ResultId>(&reader)->index);
}

void RunComparison::SetDirty(SlotId slot, bool dirty) {
  uint8_t& is = dirty_[slot.Slot()];
  if ((is != 0) == dirty) return;
  is = dirty ? 1 : 0;
  const int step = dirty ? 1 : -1;
  dirty_count_ += step;
  if (dirty) ever_dirty_.push_back(slot);
  const KeyId key = key_[slot.Slot()];
  int32_t& in_key = dirty_slots_[key.Slot()];
  const bool was = in_key > 0;
  in_key += step;
  if (was == (in_key > 0)) return;
  for (uint32_t i = first_reader_[key.Slot()];
       i < first_reader_[key.Slot() + 1]; ++i) {
    const bool is_op = std::holds_alternative<Position>(readers_[i]);
    const TurnIndex turn = TurnOf(readers_[i]);
    IdSet<TurnIndex>& touched = is_op ? touched_ops_ : touched_results_;
    int32_t& keys =
        (is_op ? dirty_keys_of_op_ : dirty_keys_of_result_)[turn.Slot()];
    keys += step;
    if (keys > 0) {
      touched.Insert(turn);
    } else {
      touched.Erase(turn);
    }
  }
}

void RunComparison::Clear() {
  for (const SlotId slot : ever_dirty_) SetDirty(slot, false);
  ever_dirty_.clear();
}

TurnIndex RunComparison::NextTouched(Phase phase, TurnIndex from) const {
  return phase == Phase::kOps ? touched_ops_.NextFrom(from)
                              : touched_results_.NextFrom(from);
}

bool RunComparison::IsTouched(Phase phase, TurnIndex at,
                              std::span<const Position> visits) const {
  if (phase != Phase::kOps) return touched_results_.Has(at);
  return std::any_of(visits.begin(), visits.end(), [&](Position op) {
    return touched_ops_.Has(TurnIndex(op.index));
  });
}

}  // namespace shardflow::internal
