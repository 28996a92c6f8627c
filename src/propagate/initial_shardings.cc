#include "propagate/initial_shardings.h"

#include <algorithm>
#include <utility>

#include "ops/data_flow.h"
#include "ops/sharding_walk.h"

namespace shardflow::internal {

InitialShardings::InitialShardings(Module& m, Slots& slots,
                                   ShardingGroups& groups,
                                   const MeshTable& meshes,
                                   std::vector<ShardingId> given)
    : m_(m),
      slots_(slots),
      groups_(groups),
      hider_(m.shardings, meshes),
      given_(std::move(given)),
      original_(slots.size()),
      initial_(slots.size()),
      can_hide_(slots.size()),
      has_later_(slots.size()),
      in_group_(slots.size()) {
  WalkShardableValues(m, m.root(), [&](ValueId value) {
    can_hide_[value.Slot()] = EdgeOfTarget(m, value) ? 0 : 1;
  });
  for (size_t i = 0; i < slots.size(); ++i) {
    const SlotId slot(i);
    const ShardingId now = slots.Get(slot);
    // `given` covers only values. The annotation of a function result is its
    // current sharding.
    if (i >= given_.size()) given_.push_back(now);
    if (!slots.IsValue(slot)) can_hide_[i] = 1;
    SetOriginal(slot, now);
    slots.Set(slot, initial_[i]);
  }
  HideAttributes();
  FindGroupSlots();
}

// Permanently hides later priorities in shardings that belong to no value or
// result.
void InitialShardings::HideAttributes() {
  TransformShardings(
      m_, m_.root(), [&](ShardingId sharding, const ShardedTensor& tensor) {
        if (tensor.value || tensor.result != ShardedTensor::kNone) {
          return sharding;
        }
        const HiddenSharding& hidden = hider_.Hide(sharding);
        for (const int32_t priority : hidden.later_priorities) {
          ++priorities_[priority];
        }
        return hidden.sharding;
      });
}

void InitialShardings::FindGroupSlots() {
  const auto add = [&](ValueId value) {
    const SlotId slot = slots_.Of(value);
    if (std::exchange(in_group_[slot.Slot()], 1) == 0) {
      group_slots_.push_back(slot);
    }
  };
  for (const std::span<const ValueId> members : groups_.GivenMembers()) {
    for (const ValueId member : members) {
      const ValueId holder = GetShardableValue(m_, member);
      if (holder.IsNone()) continue;
      add(holder);
      // When one result of an op gets its first sharding, the op's other
      // results become fully open.
      if (const OpId def = m_.def(holder)) {
        for (int i = 0; i < m_.result_count(def); ++i) add(m_.result(def, i));
      } else {
        const OpId op = OwningOp(m_, holder);
        if (op.IsNone() || DataFlow(m_, op) == nullptr) continue;
        for (const ValueId arg : ArgEdgeOwners(m_, op)) add(arg);
      }
    }
  }
}

void InitialShardings::SetOriginal(SlotId slot, ShardingId sharding) {
  const size_t i = slot.Slot();
  if (has_later_[i] != 0) {
    for (const int32_t priority : hider_.Hide(original_[i]).later_priorities) {
      if (--priorities_[priority] == 0) priorities_.erase(priority);
    }
  }
  original_[i] = initial_[i] = sharding;
  has_later_[i] = 0;
  if (sharding.IsNone() || can_hide_[i] == 0) return;
  const HiddenSharding& hidden = hider_.Hide(sharding);
  initial_[i] = hidden.sharding;
  has_later_[i] = hidden.later_priorities.empty() ? 0 : 1;
  for (const int32_t priority : hidden.later_priorities) {
    ++priorities_[priority];
  }
}

void InitialShardings::SetGiven(SlotId slot, ShardingId sharding) {
  given_[slot.Slot()] = sharding;
  edited_.push_back(slot);
}

bool InitialShardings::Settle(std::vector<SlotId>& changed,
                              std::vector<SlotId>& overwritten) {
  bool groups = false;
  const auto update = [&](SlotId slot, ShardingId original) {
    if (original == original_[slot.Slot()]) return;
    SetOriginal(slot, original);
    changed.push_back(slot);
  };
  for (const SlotId slot : std::exchange(edited_, {})) {
    if (in_group_[slot.Slot()] != 0) {
      groups = true;
    } else {
      update(slot, given_[slot.Slot()]);
    }
  }
  if (!groups) return groups_agree_;
  // Groups may depend on each other (two results of one op), so all of them are
  // synced again.
  for (const SlotId slot : group_slots_) {
    slots_.Set(slot, given_[slot.Slot()]);
  }
  overwritten.insert(overwritten.end(), group_slots_.begin(),
                     group_slots_.end());
  groups_agree_ = groups_.SyncAgain(m_);
  if (!groups_agree_) return false;
  for (const SlotId slot : group_slots_) update(slot, slots_.Get(slot));
  return true;
}

Rounds InitialShardings::AllRounds() const {
  std::vector<int32_t> later;
  for (const auto& [priority, count] : priorities_) later.push_back(priority);
  return Rounds(std::move(later));
}

bool InitialShardings::HasPriority(SlotId slot, Round round) {
  if (has_later_[slot.Slot()] == 0) return false;
  const std::vector<int32_t>& priorities =
      hider_.Hide(original_[slot.Slot()]).later_priorities;
  return std::ranges::find(priorities, round.priority) != priorities.end();
}

ShardingId InitialShardings::BroughtBack(SlotId slot, ShardingId current,
                                         Round round) {
  return BringBack(m_.shardings, current, original_[slot.Slot()],
                   round.priority);
}

}  // namespace shardflow::internal
