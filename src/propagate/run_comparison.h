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
#include "propagate/turn_log.h"
#include "propagate/turns.h"

// Where two runs of propagation differ while they are replayed side by side
// (see incremental.h): which values are dirty, and which ops and results of the
// main function have a dirty tensor.

namespace shardflow::internal {

class RunComparison {
 public:
  // To be made after a run, when every op that gets a node has it. `slots` is
  // the number of slots of all values and results.
  RunComparison(const PropagationState& s, size_t slots);

  bool IsDirty(SlotId slot) const { return dirty_[slot.Slot()] != 0; }
  void SetDirty(SlotId slot, bool dirty);
  bool any_dirty() const { return dirty_count_ > 0; }
  // Makes all slots clean.
  void Clear();

  // Returns the first turn of the phase, from `from` on, that reads a dirty
  // value, as far as its own op or result goes; None if there is none.
  TurnIndex NextTouched(Phase phase, TurnIndex from) const;
  // Whether any visit of the turn reads a dirty value.
  bool IsTouched(Phase phase, TurnIndex at,
                 std::span<const Position> visits) const;

 private:
  // *Keys* stand for slots that are read and written together: the results of
  // an op, the arguments of a body.
  struct KeyTag {};
  using KeyId = Id<KeyTag>;
  struct ResultTag {};
  using ResultId = Id<ResultTag>;  // index into MainResults::values
  using Reader = std::variant<Position, ResultId>;

  template <class Add>
  void ForEachReader(const PropagationState& s, const Add& add) const;
  static TurnIndex TurnOf(const Reader& reader);

  size_t value_count_;
  std::vector<uint8_t> dirty_;        // by slot
  std::vector<KeyId> key_;            // by slot
  std::vector<int32_t> dirty_slots_;  // by key: how many
  // For each key (an index into readers_), the ops and results that have one of
  // the key's slots as a tensor.
  std::vector<uint32_t> first_reader_;
  std::vector<Reader> readers_;
  // For each turn, how many keys with a dirty slot it reads.
  std::vector<int32_t> dirty_keys_of_op_, dirty_keys_of_result_;
  IdSet<TurnIndex> touched_ops_, touched_results_;
  int64_t dirty_count_ = 0;
  std::vector<SlotId> ever_dirty_;  // since Clear()
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_RUN_COMPARISON_H_
