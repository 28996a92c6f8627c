#include "propagate/user_priority.h"

#include <algorithm>
#include <map>

#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/sharding_walk.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the sharding for p0's round.
ShardingId HideLaterPriorities(ShardingStore& store, const MeshTable& meshes,
                               ShardingId original) {
  TensorSharding sharding(store.Get(original));
  const std::span<const AxisRef> old = store.axes(sharding.replicated);
  std::vector<AxisRef> replicated(old.begin(), old.end());
  for (DimSharding& dim : sharding.dims) {
    if (PriorityOrDefault(dim) != 0) {
      const std::span<const AxisRef> axes = store.axes(dim.axes);
      replicated.insert(replicated.end(), axes.begin(), axes.end());
      dim.axes = ShardingStore::kEmptyAxes;
      dim.closed = 1;
    }
    dim.priority = kNoPriority;
  }
  if (const MeshId mesh = meshes.Find(sharding.mesh)) {
    std::ranges::stable_sort(replicated,
                             [&](const AxisRef& a, const AxisRef& b) {
                               return MeshOrderLess(a, b, store.mesh(mesh));
                             });
  }
  sharding.replicated = store.InternAxes(replicated);
  return store.Intern(sharding);
}

HiddenSharding Hidden(ShardingStore& store, const MeshTable& meshes,
                      ShardingId original) {
  HiddenSharding hidden{HideLaterPriorities(store, meshes, original), {}};
  for (const DimSharding& dim : store.Get(original).dims) {
    const int32_t priority = PriorityOrDefault(dim);
    if (priority > 0 && std::ranges::find(hidden.later_priorities, priority) ==
                            hidden.later_priorities.end()) {
      hidden.later_priorities.push_back(priority);
    }
  }
  return hidden;
}

}  // namespace

const HiddenSharding& PriorityHider::Hide(ShardingId original) {
  const auto [at, added] = known_.try_emplace(original);
  if (added) at->second = Hidden(store_, meshes_, original);
  return at->second;
}

ShardingId BringBack(ShardingStore& store, ShardingId current,
                     ShardingId original, int32_t priority) {
  TensorSharding sharding(store.Get(current));
  const ShardingView before = store.Get(original);
  std::vector<AxisRef> brought;
  for (size_t d = 0; d < std::min(sharding.dims.size(), before.rank()); ++d) {
    if (PriorityOrDefault(before.dims[d]) != priority) continue;
    sharding.dims[d] = before.dims[d];
    sharding.dims[d].priority = kNoPriority;
    const std::span<const AxisRef> axes = store.axes(before.dims[d].axes);
    brought.insert(brought.end(), axes.begin(), axes.end());
  }
  const std::span<const AxisRef> old = store.axes(sharding.replicated);
  std::vector<AxisRef> replicated(old.begin(), old.end());
  std::erase_if(replicated, [&](const AxisRef& axis) {
    return std::ranges::find(brought, axis) != brought.end();
  });
  sharding.replicated = store.InternAxes(replicated);
  return store.Intern(sharding);
}

namespace {

// Whether HideLaterPriorities changes any sharding. Most programs have no
// priorities, and need not be walked.
bool AnyToHide(const ShardingStore& store, const MeshTable& meshes) {
  for (size_t i = 0; i < store.sharding_count(); ++i) {
    const ShardingView sharding = store.Get(ShardingId(i));
    for (const DimSharding& dim : sharding.dims) {
      if (dim.priority != kNoPriority) return true;
    }
    if (sharding.replicated == ShardingStore::kEmptyAxes) continue;
    const MeshId mesh = meshes.Find(sharding.mesh);
    if (mesh &&
        !std::ranges::is_sorted(store.axes(sharding.replicated),
                                [&](const AxisRef& a, const AxisRef& b) {
                                  return MeshOrderLess(a, b, store.mesh(mesh));
                                })) {
      return true;
    }
  }
  return false;
}

}  // namespace

UserPriorities::UserPriorities(PropagationState& state, const MeshTable& meshes)
    : state_(state) {
  Module& m = state.m;
  if (!AnyToHide(m.shardings, meshes)) return;
  PriorityHider hider(m.shardings, meshes);
  std::map<int32_t, std::vector<Reference>> by_priority;
  TransformShardings(
      m, m.root(), [&](ShardingId sharding, const ShardedTensor& tensor) {
        if (tensor.value && EdgeOfTarget(m, tensor.value)) return sharding;
        const HiddenSharding& hidden = hider.Hide(sharding);
        for (const int32_t priority : hidden.later_priorities) {
          by_priority[priority].push_back(
              {tensor.value, tensor.op, tensor.result, sharding});
        }
        return hidden.sharding;
      });
  std::vector<int32_t> later;
  for (auto& [priority, references] : by_priority) {
    later.push_back(priority);
    references_.push_back(std::move(references));
  }
  rounds_ = Rounds(std::move(later));
}

void UserPriorities::Begin(Round round, PendingResults& results) {
  Module& m = state_.m;
  const auto later = static_cast<size_t>(round.index - 1);
  for (const Reference& reference : references_[later]) {
    const auto updated = [&](ShardingId current) {
      return BringBack(m.shardings, current, reference.original,
                       round.priority);
    };
    if (reference.value) {
      const OpId def = m.def(reference.value);
      const ShardingId current = m.sharding(reference.value);
      // (If the op has been erased, Shardy crashes here.)
      if (!current || (def && m.IsErased(def))) continue;
      RestoreSharding(state_, reference.value, updated(current));
    } else if (reference.result != ShardedTensor::kNone) {
      const auto result = static_cast<size_t>(reference.result);
      const ShardingId current = ResultSharding(m, reference.function, result);
      if (!current) continue;
      SetResultSharding(m, reference.function, result, updated(current));
      if (reference.function == state_.main_results.function) {
        results.MarkResult(reference.result);
      }
    }
  }
}

}  // namespace shardflow::internal
