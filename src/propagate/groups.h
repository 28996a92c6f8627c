#ifndef SHARDFLOW_PROPAGATE_GROUPS_H_
#define SHARDFLOW_PROPAGATE_GROUPS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"

// Sharding groups. The values of a group, to which `sdy.sharding_group` ops
// gave the same group id, are sharded alike. When propagation gives one member
// a sharding, all others get that whole sharding, if they can have it.

namespace shardflow::internal {

class ShardingGroups {
 public:
  // Collects the module's groups. Reports a value that is in two groups and
  // returns false: the import pipeline should have merged such groups.
  [[nodiscard]] bool Collect(const Module& m, Diagnostics& diagnostics);

  // Call before propagation. Members without a sharding, or with a fully open
  // one, are ignored at first. If the others share a single sharding, Sync()
  // gives it to every member. If they differ, or some member can't take the
  // shared one, it warns and inserts a fully open constraint after each member.
  // The constraints take over the members' uses and their place in the group.
  void Sync(Module& m, Diagnostics& diagnostics);
  // Does the same as Sync() after shardings of members have changed, but adds
  // no constraints. Returns false at the first group to which Sync() would now
  // add constraints, or other ones, or to which it would no longer add any.
  [[nodiscard]] bool SyncAgain(Module& m);

  bool empty() const { return groups_.empty(); }
  // Whether Sync() has added constraints.
  bool has_constraints() const;
  // Returns the members of each group, by ascending id.
  std::vector<std::span<const ValueId>> AllMembers() const;
  // Returns the members that each group had before Sync().
  std::vector<std::span<const ValueId>> GivenMembers() const;
  // Returns all members of the value's group, including the value, in program
  // order, or an empty list if the value isn't in a group. A value that was put
  // into its group twice is listed twice.
  std::span<const ValueId> MembersOf(ValueId value) const {
    if (value.Slot() >= group_of_.size()) return {};
    const int32_t group = group_of_[value.Slot()];
    if (group < 0) return {};
    return groups_[static_cast<size_t>(group)].members;
  }

 private:
  struct Group {
    int64_t id = 0;
    std::vector<ValueId> members;
    // If Sync() has added constraints: the members before, and the sharding of
    // the constraints.
    std::vector<ValueId> constrained = {};
    ShardingId open = ShardingId::None();

    std::span<const ValueId> given() const {
      return constrained.empty() ? members : constrained;
    }
  };
  void Constrain(Module& m, size_t group, ShardingId like);

  std::vector<Group> groups_;  // ascending by id
  // Indexed by value: its group, or -1. Empty if there are no groups.
  std::vector<int32_t> group_of_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_GROUPS_H_
