#ifndef SHARDFLOW_PROPAGATE_GROUPS_H_
#define SHARDFLOW_PROPAGATE_GROUPS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"

// Sharding groups: values that `sdy.sharding_group` ops put under one number
// are sharded alike. Whatever propagation gives one member it gives, whole, to
// all others.

namespace shardflow::internal {

class ShardingGroups {
 public:
  // Collects the module's groups. Reports a value that is in two of them (the
  // import pipeline merges such groups) and returns false.
  [[nodiscard]] bool Collect(const Module& m, Diagnostics& diagnostics);

  // Before propagation, all members of a group take the one sharding that a
  // member has; missing and fully open ones don't count. If members have
  // different shardings, this warns, gives each member an open constraint that
  // takes over its uses, and the constraints form the group from then on.
  void Sync(Module& m, Diagnostics& diagnostics);

  bool empty() const { return groups_.empty(); }
  // All members of the value's group, in the order of the text, itself
  // included; empty if it is in none. A value that is put into its group twice
  // is there twice.
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
  };
  void Constrain(Module& m, size_t group, ShardingId like);

  std::vector<Group> groups_;      // ascending by id
  std::vector<int32_t> group_of_;  // by value; < 0: none. Empty: no groups
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_GROUPS_H_
