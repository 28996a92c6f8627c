#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"

#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/compat.h"

// Merges sharding groups that have a tensor in common, numbers the groups 0, 1,
// ..., and leaves only one group op for each tensor.

namespace shardflow::internal {
namespace {

// A tensor that belongs to one or more groups, with all its group ops. Lists of
// members are in the order of their first group ops.
struct Member {
  ValueId tensor;
  absl::InlinedVector<OpId, 1> group_ops;
};

int64_t GroupId(const Module& m, OpId op) {
  return m.attrs.IntegerValue(m.attr(op, name::kGroupId));
}

// Finds the manual computation that encloses an op. Answers are cached by
// block. With `through_calls`, an op in a function also counts as inside the
// computations that enclose a call to the function. If there are several calls,
// only the last call in the first calling function counts. (Functions are
// ordered so that callees come first.)
class ManualParents {
 public:
  ManualParents(const Module& m, bool through_calls) : m_(m) {
    if (!through_calls) return;
    const SymbolTable symbols(m);
    // Receives errors about unknown callees, which are reported elsewhere.
    Diagnostics unused;
    const auto graph = BuildCallGraph(m, symbols, unused);
    if (!graph) return;
    for (const CallGraph::Node& node : graph->post_order) {
      for (size_t i = node.calls.size(); i-- > 0;) {
        const OpId call = node.calls[i];
        if (const OpId callee = FindCallee(m, symbols, call)) {
          call_.try_emplace(callee, call);
        }
      }
    }
  }

  OpId Find(OpId op) {
    OpId found;
    for (BlockId b = m_.op(op).parent; b; b = m_.op(op).parent) {
      const auto known = parents_.find(b);
      if (known != parents_.end()) {
        found = known->second;
        break;
      }
      path_.push_back(b);
      // Marks the block as seen (None for now), so that the search ends if
      // recursive calls lead back to it.
      parents_[b] = found;
      op = m_.parent_op(b);
      if (m_.kind(op) == OpKind::kManualComputation) {
        found = op;
        break;
      }
      const auto call = call_.find(op);
      if (call != call_.end()) op = call->second;
    }
    for (const BlockId b : path_) parents_[b] = found;
    path_.clear();
    return found;
  }

 private:
  const Module& m_;
  absl::flat_hash_map<BlockId, OpId> parents_;
  // For each function, the call from which the search continues.
  absl::flat_hash_map<OpId, OpId> call_;
  std::vector<BlockId> path_;
};

// Collects the members. Reports the first malformed group, if there is one, and
// returns false.
bool CollectMembers(const Module& m, std::vector<Member>& members,
                    Compat compat, Diagnostics& diagnostics) {
  // A group's first tensor, and the manual computation around its group op.
  struct First {
    ValueId tensor;
    OpId manual;
  };
  absl::flat_hash_map<int64_t, First> firsts;
  // Index in `members` of each tensor.
  std::vector<int32_t> index(m.value_table_size(), -1);
  members.reserve(m.op_count(OpKind::kShardingGroup));
  ManualParents parents(m, GroupsSeeThroughCalls(compat));
  const auto fail = [&](OpId op, const char* message) {
    diagnostics.Error(m.Place(op), message + std::to_string(GroupId(m, op)));
    return WalkResult::kStop;
  };
  return WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) != OpKind::kShardingGroup) return WalkResult::kAdvance;
    const ValueId tensor = m.operand(op, 0);
    int32_t& at = index[tensor.Slot()];
    if (at < 0) {
      at = static_cast<int32_t>(members.size());
      members.push_back({tensor, {}});
    }
    members[static_cast<size_t>(at)].group_ops.push_back(op);

    const OpId manual = parents.Find(op);
    const First first =
        firsts.try_emplace(GroupId(m, op), First{tensor, manual}).first->second;
    if (first.manual != manual) {
      return fail(op,
                  "ShardingGroupOps values cannot cross ManualComputationOp "
                  "boundaries for groupId: ");
    }
    if (m.type(first.tensor) != m.type(tensor) &&
        !std::ranges::equal(Shape(m, first.tensor), Shape(m, tensor))) {
      return fail(op,
                  "ShardingGroupOps values must have the same shape for "
                  "groupId: ");
    }
    return WalkResult::kAdvance;
  });
}

// Disjoint sets of group ids. When two sets are joined, the leader of the first
// becomes the leader of the result. Sets are numbered in the order in which
// their leaders were first seen.
class GroupSets {
 public:
  void Join(int64_t a, int64_t b) {
    if (a == b) {
      Slot(a);
      return;
    }
    size_t larger = Root(Slot(a));
    size_t smaller = Root(Slot(b));
    if (larger == smaller) return;
    const size_t leader = leader_of_root_[larger];
    if (size_[larger] < size_[smaller]) std::swap(larger, smaller);
    parent_[smaller] = larger;
    size_[larger] += size_[smaller];
    leader_of_root_[larger] = leader;
  }
  // Must be called after the last Join().
  void AssignNumbers() {
    int64_t next = 0;
    numbers_.assign(parent_.size(), 0);
    for (size_t slot = 0; slot < parent_.size(); ++slot) {
      if (leader_of_root_[Root(slot)] == slot) numbers_[slot] = next++;
    }
  }
  int64_t Number(int64_t id) {
    return numbers_[leader_of_root_[Root(Slot(id))]];
  }

 private:
  size_t Slot(int64_t id) {
    const auto [at, is_new] = slots_.try_emplace(id, parent_.size());
    if (is_new) {
      parent_.push_back(at->second);
      size_.push_back(1);
      leader_of_root_.push_back(at->second);
    }
    return at->second;
  }
  size_t Root(size_t slot) {
    while (parent_[slot] != slot) {
      parent_[slot] = parent_[parent_[slot]];
      slot = parent_[slot];
    }
    return slot;
  }
  // Slots are numbered in the order of first appearance.
  absl::flat_hash_map<int64_t, size_t> slots_;
  std::vector<size_t> parent_, size_, leader_of_root_;
  std::vector<int64_t> numbers_;
};

void SetGroupId(Module& m, OpId op, int64_t id) {
  const TypeId type = m.attrs.As<IntegerAttr>(m.attr(op, name::kGroupId)).type;
  m.SetAttr(op, name::kGroupId, m.attrs.Integer(type, id));
}

}  // namespace

bool ShardingGroupImport(Module& m, const NoOptions&, PassContext& context) {
  if (m.op_count(OpKind::kShardingGroup) == 0) return true;
  std::vector<Member> members;
  if (!CollectMembers(m, members, context.compat, context.diagnostics))
    return false;
  GroupSets sets;
  for (const Member& member : members) {
    const int64_t first = GroupId(m, member.group_ops.front());
    for (const OpId op : member.group_ops) sets.Join(first, GroupId(m, op));
  }
  sets.AssignNumbers();
  for (const Member& member : members) {
    // All groups of the tensor have become one, so one op is enough.
    const OpId kept = member.group_ops.front();
    const int64_t id = GroupId(m, kept);
    const int64_t number = sets.Number(id);
    if (number != id) SetGroupId(m, kept, number);
    for (size_t i = 1; i < member.group_ops.size(); ++i) {
      m.Erase(member.group_ops[i]);
    }
  }
  return true;
}

}  // namespace shardflow::internal
