#ifndef SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_
#define SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/either.h"
#include "base/id.h"
#include "ir/module.h"
#include "propagate/id_set.h"
#include "propagate/slots.h"
#include "propagate/turn_log.h"
#include "propagate/turns.h"

// Where the logged run of propagation and the new one differ at the current
// turn of an update (see incremental.h): which slots are dirty, and which ops
// and which results of the main function have a dirty tensor.

namespace shardflow::internal {

// A *key* identifies slots that are read and written together: the results of
// an op, the arguments of a body, the members of a sharding group.
struct KeyTag {};
using KeyId = Id<KeyTag>;

class RunComparison {
 public:
  // Construct it after a run, when all nodes have been made.
  RunComparison(const PropagationState& s, const Slots& slots);

  KeyId KeyOf(SlotId slot) const { return key_[slot.Slot()]; }
  std::span<const SlotId> SlotsOf(KeyId key) const {
    const size_t begin = first_slot_[key.Slot()];
    return {slots_.data() + begin, first_slot_[key.Slot() + 1] - begin};
  }

  // Whether the slot has its key to itself.
  bool IsAlone(SlotId slot) const { return !shares_key_.Has(slot); }

  bool IsDirty(SlotId slot) const { return dirty_.Has(slot); }
  // Call whenever the new run has written the slot, and whenever the slot
  // begins or ceases to differ. Ops and results that read the slot and any
  // dirty value are no longer set aside, because the slot may have changed.
  void SetDirty(SlotId slot, bool dirty);
  bool any_dirty() const { return dirty_count_ > 0; }
  int64_t dirty_count() const { return dirty_count_; }
  // Calls fn(SlotId) for the dirty slots in ascending order.
  template <class Fn>
  void ForEachDirty(const Fn& fn) const {
    dirty_.ForEach(fn);
  }
  // Makes all slots clean. This is cheaper than SetDirty() for each slot,
  // because it doesn't count the dirty keys that a reader still has.
  void Clear();

  // An op or result is *touched* if it reads a dirty value and isn't set aside.
  // Returns the first turn of the phase, from `from` on, whose own op or result
  // is touched; None if there is none.
  TurnIndex NextTouched(Phase phase, TurnIndex from) const {
    return phase == Phase::kOps ? touched_ops_.NextFrom(from)
                                : touched_results_.NextFrom(from);
  }
  // Calls fn(Position) for the touched ops in ascending order.
  template <class Fn>
  void ForEachTouchedOp(const Fn& fn) const {
    touched_ops_.ForEach([&](TurnIndex turn) { fn(Position(turn.index)); });
  }
  // Whether one of the ops is touched.
  bool AnyTouched(std::span<const Position> ops) const;
  // From now on the op isn't touched, until SetDirty() is called for a slot
  // that it reads.
  void SetAside(Position op) {
    if (!IsForced(op)) touched_ops_.Erase(TurnIndex(op.index));
  }
  // Makes the op or result count as touched until Clear(), even if nothing that
  // it reads has changed.
  void Force(Phase phase, TurnIndex turn);
  bool IsForced(Position op) const {
    return any_forced_ && forced_ops_.Has(TurnIndex(op.index));
  }
  bool any_forced() const { return any_forced_; }

  // Call when the program was edited: the op, or the result of the main
  // function, now reads the slot. (What it no longer reads doesn't matter.)
  void AddReader(Phase phase, TurnIndex turn, SlotId slot);

  // The ops that have become touched since the list was cleared.
  std::vector<Position>& newly_touched() { return newly_touched_; }

  size_t MemoryBytes() const;

 private:
  struct ResultTag {};
  using ResultId = Id<ResultTag>;  // index into MainResults::values
  using Reader = Either<Position, ResultId>;
  static TurnIndex TurnOf(Reader reader) {
    return TurnIndex(reader.Is<Position>() ? reader.Get<Position>().index
                                           : reader.Get<ResultId>().index);
  }

  void MakeKeys(const PropagationState& s, const Slots& slots);
  // Calls fn(Reader) for each reader of the key.
  template <class Fn>
  void ForEachReaderOf(KeyId key, const Fn& fn) const {
    for (uint32_t i = first_reader_[key.Slot()];
         i < first_reader_[key.Slot() + 1]; ++i) {
      fn(readers_[i]);
    }
    if (more_readers_.empty()) return;
    const auto more = more_readers_.find(key);
    if (more == more_readers_.end()) return;
    for (const Reader reader : more->second) fn(reader);
  }
  template <class Add>
  void ForEachReader(const PropagationState& s, const Slots& slots,
                     const Add& add) const;

  IdSet<SlotId> dirty_;
  IdSet<SlotId> shares_key_;
  std::vector<KeyId> key_;  // indexed by slot
  // Indexed by key: how many of its slots are dirty.
  std::vector<int32_t> dirty_slots_;
  // Indexed by key: where its slots begin in slots_.
  std::vector<uint32_t> first_slot_;
  std::vector<SlotId> slots_;
  // Indexed by key: where its readers begin in readers_. A reader is an op or
  // result that has one of the key's slots as a tensor.
  std::vector<uint32_t> first_reader_;
  std::vector<Reader> readers_;
  // By key: its readers since the program was edited.
  absl::flat_hash_map<KeyId, std::vector<Reader>> more_readers_;
  // Indexed by turn: the number of keys with a dirty slot that the turn reads.
  std::vector<int32_t> dirty_keys_of_op_, dirty_keys_of_result_;
  IdSet<TurnIndex> touched_ops_, touched_results_;
  std::vector<Position> newly_touched_;
  IdSet<TurnIndex> forced_ops_, forced_results_;
  bool any_forced_ = false;
  int64_t dirty_count_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_
