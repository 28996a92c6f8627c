#ifndef SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_
#define SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "base/id.h"
#include "ir/module.h"
#include "propagate/id_set.h"
#include "propagate/slots.h"
#include "propagate/turn_log.h"
#include "propagate/turns.h"

// Where the logged run of propagation and the new one differ at the current
// turn of an update (see incremental.h): which slots are dirty, and which ops
// and results of the main function have a dirty tensor.

namespace shardflow::internal {

// A *key* identifies slots that are read and written together: the results of
// an op, the arguments of a body, the members of a sharding group.
struct KeyTag {};
using KeyId = Id<KeyTag>;

class RunComparison {
 public:
  // Construct it after a run, when every op that gets a node has one.
  RunComparison(const PropagationState& s, const Slots& slots);

  KeyId KeyOf(SlotId slot) const { return key_[slot.Slot()]; }
  std::span<const SlotId> SlotsOf(KeyId key) const {
    const size_t begin = first_slot_[key.Slot()];
    return {slots_.data() + begin, first_slot_[key.Slot() + 1] - begin};
  }

  bool IsDirty(SlotId slot) const { return dirty_[slot.Slot()] != 0; }
  void SetDirty(SlotId slot, bool dirty);
  bool any_dirty() const { return dirty_count_ > 0; }
  // Returns the dirty slots in ascending order.
  std::vector<SlotId> DirtySlots() const;
  // Makes all slots clean.
  void Clear();

  // Returns the first turn of the phase, from `from` on, whose own op or result
  // reads a dirty value; None if there is none.
  TurnIndex NextTouched(Phase phase, TurnIndex from) const;
  // Whether one of the ops reads a dirty value.
  bool AnyTouched(std::span<const Position> ops) const;
  // The ops that have begun to read a dirty value since the list was cleared.
  std::vector<Position>& newly_touched() { return newly_touched_; }

 private:
  struct ResultTag {};
  using ResultId = Id<ResultTag>;  // index into MainResults::values
  using Reader = std::variant<Position, ResultId>;

  void MakeKeys(const PropagationState& s, const Slots& slots);
  template <class Add>
  void ForEachReader(const PropagationState& s, const Slots& slots,
                     const Add& add) const;
  static TurnIndex TurnOf(const Reader& reader);

  std::vector<uint8_t> dirty_;        // indexed by slot
  std::vector<KeyId> key_;            // indexed by slot
  std::vector<int32_t> dirty_slots_;  // number of dirty slots of each key
  // Indexed by key: where its slots begin in slots_.
  std::vector<uint32_t> first_slot_;
  std::vector<SlotId> slots_;
  // Indexed by key: where its readers begin in readers_. A reader is an op or
  // result that has one of the key's slots as a tensor.
  std::vector<uint32_t> first_reader_;
  std::vector<Reader> readers_;
  // Indexed by turn: the number of keys with a dirty slot that it reads.
  std::vector<int32_t> dirty_keys_of_op_, dirty_keys_of_result_;
  IdSet<TurnIndex> touched_ops_, touched_results_;
  std::vector<Position> newly_touched_;
  int64_t dirty_count_ = 0;
  std::vector<SlotId> ever_dirty_;  // slots that were dirty since Clear()
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_
