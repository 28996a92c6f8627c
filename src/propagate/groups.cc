#include "propagate/groups.h"

#include <algorithm>
#include <string>

#include "absl/container/flat_hash_map.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/manual_fit.h"
#include "ops/op_kind.h"

namespace shardflow::internal {
namespace {

// Whether all dimensions are open and without axes. Replicated and unreduced
// axes don't matter.
bool IsFullyOpen(const ShardingStore& store, ShardingId sharding) {
  return std::ranges::all_of(
      store.Get(sharding).dims, [](const DimSharding& dim) {
        return dim.closed == 0 && dim.axes == ShardingStore::kEmptyAxes;
      });
}

// The sharding for all members of a group. There is a conflict if two members
// have different shardings, or if a member can't have the sharding because of
// the manual computation that encloses or defines it. (In the second case,
// Shardy sees no conflict, and then its verifier rejects the output.)
struct CommonSharding {
  ShardingId sharding;
  bool conflict = false;
};

CommonSharding FindCommon(Module& m, std::span<const ValueId> members) {
  if (members.size() == 1) return {GetSharding(m, members[0])};
  CommonSharding common;
  for (const ValueId member : members) {
    const ShardingId candidate = GetSharding(m, member);
    if (candidate.IsNone() || IsFullyOpen(m.shardings, candidate)) continue;
    if (common.sharding.IsNone()) common.sharding = candidate;
    if (candidate != common.sharding) return {common.sharding, true};
  }
  common.conflict =
      common.sharding && !std::ranges::all_of(members, [&](ValueId member) {
        return FitsManualAxes(m, member, common.sharding);
      });
  return common;
}

// Returns the sharding of the constraints of a group's members.
ShardingId OpenLike(Module& m, ShardingId sharding) {
  const ShardingView view = m.shardings.Get(sharding);
  return m.shardings.FullyOpen(view.mesh, view.rank());
}

SourcePlace PlaceOf(const Module& m, ValueId value) {
  return m.Place(OwningOp(m, value));
}

}  // namespace

bool ShardingGroups::Collect(const Module& m, Diagnostics& diagnostics) {
  if (m.op_count(OpKind::kShardingGroup) == 0) return true;
  absl::flat_hash_map<int64_t, int32_t> by_id;
  group_of_.assign(m.value_table_size(), -1);
  bool good = true;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) != OpKind::kShardingGroup) return;
    const AttrId attr = m.attr(op, name::kGroupId);
    if (!m.attrs.Is(attr, AttrKind::kInteger)) return;
    const int64_t id = m.attrs.IntegerValue(attr);
    const auto [at, is_new] =
        by_id.try_emplace(id, static_cast<int32_t>(groups_.size()));
    if (is_new) groups_.push_back({id, {}});
    const ValueId value = m.operand(op, 0);
    int32_t& group = group_of_[value.Slot()];
    if (group < 0) group = at->second;
    if (group != at->second) {
      diagnostics.Error(
          m.Place(op),
          "Value can only map to one sharding group id after import.");
      good = false;
      return;
    }
    groups_[static_cast<size_t>(group)].members.push_back(value);
  });
  if (std::ranges::is_sorted(groups_, {}, &Group::id)) return good;
  std::ranges::sort(groups_, {}, &Group::id);
  for (size_t g = 0; g < groups_.size(); ++g) {
    for (const ValueId member : groups_[g].members) {
      group_of_[member.Slot()] = static_cast<int32_t>(g);
    }
  }
  return good;
}

void ShardingGroups::Sync(Module& m, Diagnostics& diagnostics) {
  for (size_t g = 0; g < groups_.size(); ++g) {
    const std::vector<ValueId>& members = groups_[g].members;
    if (members.empty()) continue;
    const CommonSharding common = FindCommon(m, members);
    if (common.sharding.IsNone()) continue;
    if (common.conflict) {
      diagnostics.Warning(
          PlaceOf(m, members.front()),
          fmt::format(
              "The initial operand shardings on the sharding groups of "
              "groupID: {} do not match. Inserting an open sharding constraint "
              "to all constrained values. This can be caused when shardings "
              "from different values are grouped (e.g. from jax.shard_alike) "
              "but have separate inconsistent sharding constraints on them.",
              groups_[g].id));
      Constrain(m, g, common.sharding);
      continue;
    }
    for (const ValueId member : members) {
      SetSharding(m, member, common.sharding);
    }
  }
}

bool ShardingGroups::SyncAgain(Module& m) {
  for (const Group& group : groups_) {
    const std::span<const ValueId> members = group.given();
    if (members.empty()) continue;
    const CommonSharding common = FindCommon(m, members);
    const bool differs = common.sharding && common.conflict;
    if (differs == group.constrained.empty()) return false;
    if (common.sharding.IsNone()) continue;
    if (differs) {
      if (OpenLike(m, common.sharding) != group.open) return false;
      continue;
    }
    for (const ValueId member : members) {
      SetSharding(m, member, common.sharding);
    }
  }
  return true;
}

bool ShardingGroups::has_constraints() const {
  return std::ranges::any_of(
      groups_, [](const Group& group) { return !group.constrained.empty(); });
}

std::vector<std::span<const ValueId>> ShardingGroups::AllMembers() const {
  std::vector<std::span<const ValueId>> all;
  for (const Group& group : groups_) all.emplace_back(group.members);
  return all;
}

std::vector<std::span<const ValueId>> ShardingGroups::GivenMembers() const {
  std::vector<std::span<const ValueId>> all;
  for (const Group& group : groups_) all.push_back(group.given());
  return all;
}

void ShardingGroups::Constrain(Module& m, size_t group, ShardingId like) {
  const ShardingId open = OpenLike(m, like);
  groups_[group].constrained = groups_[group].members;
  groups_[group].open = open;
  const NameId op_name =
      m.names.Intern(OpMnemonic(OpKind::kShardingConstraint));
  for (ValueId& member : groups_[group].members) {
    const TypeId type = m.type(member);
    const OpId def = m.def(member);
    const OpId constraint =
        m.CreateOp({.kind = OpKind::kShardingConstraint,
                    .name = op_name,
                    .operands = {&member, 1},
                    .result_types = {&type, 1},
                    .loc = def ? m.loc(def) : m.arg_loc(member)});
    if (def) {
      m.InsertAfter(def, constraint);
    } else {
      m.Prepend(m.arg_block(member), constraint);
    }
    const ValueId result = m.result(constraint, 0);
    m.SetSharding(result, open);
    m.ReplaceUsesIf(member, result,
                    [&](UseId use) { return m.use(use).owner != constraint; });
    group_of_.resize(m.value_table_size(), -1);
    group_of_[member.Slot()] = -1;
    member = result;
    group_of_[member.Slot()] = static_cast<int32_t>(group);
  }
}

}  // namespace shardflow::internal
