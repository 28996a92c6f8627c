#ifndef SHARDFLOW_PROPAGATE_INITIAL_SHARDINGS_H_
#define SHARDFLOW_PROPAGATE_INITIAL_SHARDINGS_H_

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/vector_bytes.h"
#include "propagate/groups.h"
#include "propagate/schedule.h"
#include "propagate/slots.h"
#include "propagate/user_priority.h"
#include "sharding/mesh_table.h"
#include "sharding/sharding.h"

// The shardings that a propagation starts from, kept up to date as annotations
// change. A slot has three:
//
//   given     its annotation
//   original  after the members of its sharding group were given one sharding
//   initial   for p0's round: without the dimensions of later user priorities

namespace shardflow::internal {

class InitialShardings {
 public:
  // `given` has the annotation of each value. `m` must hold the original
  // shardings; the constructor replaces them by the initial ones. All arguments
  // must outlive this object.
  InitialShardings(Module& m, Slots& slots, ShardingGroups& groups,
                   const MeshTable& meshes, std::vector<ShardingId> given);

  ShardingId given(SlotId slot) const { return given_[slot.Slot()]; }
  ShardingId initial(SlotId slot) const { return initial_[slot.Slot()]; }
  const std::vector<ShardingId>& all_initial() const { return initial_; }

  // Changes the slot's annotation. Settle() then updates the original and
  // initial shardings.
  void SetGiven(SlotId slot, ShardingId sharding);
  // Appends to `changed` the slots whose original or initial sharding has
  // changed, perhaps more than once, and to `overwritten` those whose sharding
  // in the module was overwritten. Returns false if propagation would now begin
  // by adding other constraints to members of groups than it did at first.
  [[nodiscard]] bool Settle(std::vector<SlotId>& changed,
                            std::vector<SlotId>& overwritten);

  size_t MemoryBytes() const {
    return VectorBytes(given_) + VectorBytes(original_) +
           VectorBytes(initial_) + VectorBytes(can_hide_) +
           VectorBytes(has_later_) + VectorBytes(group_slots_) +
           VectorBytes(in_group_);
  }

  // Returns a round for each user priority in the program.
  Rounds AllRounds() const;
  // Whether the sharding of the slot changes at the beginning of the round.
  bool HasPriority(SlotId slot, Round round);
  // Returns the sharding that then replaces `current`.
  ShardingId BroughtBack(SlotId slot, ShardingId current, Round round);

 private:
  void HideAttributes();
  void FindGroupSlots();
  // Sets the original sharding and, from it, the initial one.
  void SetOriginal(SlotId slot, ShardingId sharding);

  Module& m_;
  Slots& slots_;
  ShardingGroups& groups_;
  PriorityHider hider_;
  std::vector<ShardingId> given_, original_, initial_;  // indexed by slot
  // Indexed by slot: whether the slot can have hidden priorities, and whether
  // it has any.
  std::vector<uint8_t> can_hide_, has_later_;
  std::map<int32_t, int64_t> priorities_;  // sharding count by priority
  // The slots that are read or written when groups are given one sharding.
  std::vector<SlotId> group_slots_;
  std::vector<uint8_t> in_group_;  // indexed by slot
  // Whether the same groups as at first have members that differ.
  bool groups_agree_ = true;
  std::vector<SlotId> edited_;  // slots edited since the last Settle()
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_INITIAL_SHARDINGS_H_
