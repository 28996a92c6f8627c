#include "api/session_changes.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "api/sharding_info.h"
#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"

namespace shardflow::internal {
namespace {

// Calls fn(ValueId) for each result and each block argument of the program.
template <class Fn>
void ForEachValue(const Module& m, const Fn& fn) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    for (int i = 0; i < m.result_count(op); ++i) fn(m.result(op, i));
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        for (const ValueId arg : m.args(block)) fn(arg);
      }
    }
  });
}

// Whether an erased op defines the value, or has it as an argument of a region.
bool IsErasedValue(const Module& m, ValueId value) {
  const OpId op = OwningOp(m, value);
  return op && m.IsErased(op);
}

// Compares shardings of two modules. Caches the result for each pair.
class ShardingComparer {
 public:
  ShardingComparer(const Module& now, const Module& then)
      : now_(now), then_(then) {}

  bool AreEqual(ShardingId now, ShardingId then) {
    if (now.IsNone() || then.IsNone()) return now.IsNone() == then.IsNone();
    const auto [at, added] = known_.try_emplace({now.index, then.index});
    if (added) {
      at->second = ToInfo(now_.shardings, now_.names, now) ==
                   ToInfo(then_.shardings, then_.names, then);
    }
    return at->second;
  }

 private:
  const Module& now_;
  const Module& then_;
  absl::flat_hash_map<std::pair<int32_t, int32_t>, bool> known_;
};

}  // namespace

ShownShardings::ShownShardings(const Module& m) {
  ForEachValue(m, [&](ValueId value) {
    const ValueId holder = GetShardableValue(m, value);
    if (holder && holder != value) by_holder_[holder].push_back(value);
  });
}

std::span<const ValueId> ShownShardings::ThatShow(ValueId holder) const {
  const auto at = by_holder_.find(holder);
  return at == by_holder_.end() ? std::span<const ValueId>() : at->second;
}

size_t CountExisting(const Module& m, const Slots& slots,
                     std::span<const SlotWrite> changed) {
  size_t count = 0;
  for (const SlotWrite& write : changed) {
    const ValueId value = slots.Value(write.slot);
    if (value.IsNone() || !IsErasedValue(m, value)) ++count;
  }
  return count;
}

ChangedShardings FindChanged(Module& m, Slots& slots,
                             const ShownShardings& shown,
                             std::span<const SlotWrite> changed) {
  ChangedShardings found;
  found.slots = CountExisting(m, slots, changed);
  std::vector<ValueId> candidates;
  for (const SlotWrite& write : changed) {
    const ValueId value = slots.Value(write.slot);
    if (value.IsNone()) {
      found.results.push_back(slots.Result(write.slot));
      continue;
    }
    if (IsErasedValue(m, value)) continue;
    candidates.push_back(value);
    const std::span<const ValueId> others = shown.ThatShow(value);
    candidates.insert(candidates.end(), others.begin(), others.end());
  }
  std::ranges::sort(candidates);
  candidates.erase(std::unique(candidates.begin(), candidates.end()),
                   candidates.end());
  // Temporarily restores the former shardings, in order to read those of the
  // candidates.
  std::vector<ShardingId> now, then;
  for (const SlotWrite& write : changed) {
    now.push_back(slots.Get(write.slot));
    slots.Set(write.slot, write.sharding);
  }
  for (const ValueId value : candidates) then.push_back(GetSharding(m, value));
  for (size_t i = 0; i < changed.size(); ++i) {
    slots.Set(changed[i].slot, now[i]);
  }
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (GetSharding(m, candidates[i]) == then[i]) continue;
    found.values.push_back(candidates[i]);
  }
  return found;
}

ChangedShardings CompareShardings(Module& now, Module& then) {
  ChangedShardings found;
  ShardingComparer comparer(now, then);
  const size_t values =
      std::min(now.value_table_size(), then.value_table_size());
  ForEachValue(now, [&](ValueId value) {
    if (value.Slot() >= values) {
      // A value that doesn't exist in `then` is new.
      if (GetSharding(now, value)) found.values.push_back(value);
      if (now.sharding(value)) ++found.slots;
      return;
    }
    // A value that was erased from one of the modules hasn't changed.
    const OpId op = OwningOp(then, value);
    if (op.IsNone() || then.IsErased(op)) return;
    if (!comparer.AreEqual(now.sharding(value), then.sharding(value))) {
      ++found.slots;
    }
    if (!comparer.AreEqual(GetSharding(now, value), GetSharding(then, value))) {
      found.values.push_back(value);
    }
  });
  std::ranges::sort(found.values);
  for (const OpId function : Functions(now)) {
    const TypeId type = FunctionType(now, function);
    for (size_t i = 0; type && i < now.types.result_count(type); ++i) {
      if (comparer.AreEqual(ResultSharding(now, function, i),
                            ResultSharding(then, function, i))) {
        continue;
      }
      found.results.push_back({function, static_cast<int>(i)});
    }
  }
  found.slots += found.results.size();
  return found;
}

}  // namespace shardflow::internal
