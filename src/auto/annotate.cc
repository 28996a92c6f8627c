#include "auto/annotate.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "ir/walk.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/present.h"
#include "ops/properties.h"
#include "ops/sharding_walk.h"
#include "ops/work.h"
#include "sharding/sharding.h"

namespace shardflow::internal {
namespace {

bool SameAxes(const Module& m, ShardingId a, ShardingId b) {
  const ShardingView y = m.shardings.Get(b);
  for (size_t d = 0; d < y.rank(); ++d) {
    const AxisListId axes = a.IsNone() || m.shardings.Get(a).rank() <= d
                                ? ShardingStore::kEmptyAxes
                                : m.shardings.Get(a).dims[d].axes;
    if (!(axes == y.dims[d].axes)) return false;
  }
  return true;
}

// Whether the op is so cheap that its results are never resharded: they are
// computed again where they are needed.
bool IsCheap(const Module& m, OpId op) {
  const Work work = WorkOf(m.kind(op));
  if (work == Work::kNone) return true;
  if (work != Work::kBroadcast) return false;
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (!IsScalar(m, m.operand(op, i))) return false;
  }
  return true;
}

}  // namespace

std::vector<int64_t> AliasedResults(const Module& m, OpId main) {
  std::vector<int64_t> results(m.args(EntryBlock(m, main)).size());
  for (size_t i = 0; i < results.size(); ++i) {
    results[i] = DonatedTo(m, main, i).value_or(-1);
  }
  return results;
}

void RemoveShardings(Module& m) {
  TransformShardings(
      m, m.root(), [&](ShardingId old, const ShardedTensor& tensor) {
        const bool is_tensor = tensor.value || tensor.result >= 0;
        const bool is_border = Def(m.kind(tensor.op)).spelling ==
                               ShardingSpelling::kInOutShardings;
        return is_tensor && !is_border ? ShardingId::None() : old;
      });
  for (const OpId op : OpsOfKind(m, OpKind::kShardingConstraint)) {
    m.ReplaceAllUses(m.result(op, 0), m.operand(op, 0));
    m.Erase(op);
  }
}

void SetAllShardings(Module& m, std::span<const ShardingId> shardings,
                     std::span<const ShardingId> results) {
  for (size_t i = 0; i < std::min(shardings.size(), m.value_table_size());
       ++i) {
    if (shardings[i]) m.SetSharding(ValueId(i), shardings[i]);
  }
  const OpId main = MainFunction(m);
  const OpId end = ReturnOp(m, main);
  for (int i = 0; i < m.operand_count(end); ++i) {
    const ShardingId sharding = m.sharding(m.operand(end, i));
    if (sharding) SetResultSharding(m, main, static_cast<size_t>(i), sharding);
  }
  const std::span<const ValueId> args = m.args(EntryBlock(m, main));
  const std::vector<int64_t> aliased = AliasedResults(m, main);
  for (size_t i = 0; i < args.size(); ++i) {
    if (aliased[i] >= 0 && aliased[i] < m.operand_count(end)) {
      SetResultSharding(m, main, static_cast<size_t>(aliased[i]),
                        m.sharding(args[i]));
    }
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i]) SetResultSharding(m, main, i, results[i]);
  }
}

void Annotate(Module& m, std::span<const ShardingId> shardings,
              std::span<const ValueId> constrained) {
  const OpId main = MainFunction(m);
  const OpId end = ReturnOp(m, main);
  const std::span<const ValueId> args = m.args(EntryBlock(m, main));
  const std::vector<int64_t> aliased = AliasedResults(m, main);
  for (size_t i = 0; i < args.size(); ++i) {
    const ShardingId sharding = shardings[args[i].Slot()];
    if (sharding.IsNone()) continue;
    m.SetSharding(args[i], sharding);
    if (aliased[i] >= 0 && aliased[i] < m.operand_count(end) &&
        ResultSharding(m, main, static_cast<size_t>(aliased[i])).IsNone()) {
      SetResultSharding(m, main, static_cast<size_t>(aliased[i]), sharding);
    }
  }
  for (const ValueId value : constrained) {
    const OpId op = CreatePassOn(m, OpKind::kShardingConstraint, value,
                                 ValueLoc(m, value), shardings[value.Slot()]);
    InsertAfterValue(m, value, op);
    ReplaceUsesExcept(m, value, m.result(op, 0), op);
  }
}

std::vector<ValueId> ConstraintsToAdd(const Module& m,
                                      std::span<const ShardingId> shardings,
                                      std::span<const ValueId> constrained,
                                      size_t known) {
  std::vector<char> wrong(m.value_table_size(), 0), done = wrong;
  for (const ValueId value : constrained) done[value.Slot()] = 1;
  std::vector<ValueId> all;
  const OpId main = MainFunction(m);
  WalkPreOrder(m, main, [&](OpId op) {
    if (IsCheap(m, op)) return;
    for (int i = 0; i < m.result_count(op); ++i) {
      const ValueId value = m.result(op, i);
      if (value.Slot() >= std::min(known, shardings.size())) continue;
      if (shardings[value.Slot()].IsNone() || done[value.Slot()] != 0) continue;
      if (SameAxes(m, m.sharding(value), shardings[value.Slot()])) continue;
      wrong[value.Slot()] = 1;
      all.push_back(value);
    }
  });
  // Propagation first departs from the request at ops whose operands are all
  // sharded as requested. Results are alike if the op kinds, first operand
  // types, result types and requested shardings agree.
  using Like = std::tuple<uint16_t, TypeId, TypeId, ShardingId>;
  const auto like = [&](ValueId value) {
    const OpId op = m.def(value);
    const TypeId operand =
        m.operand_count(op) > 0 ? m.type(m.operand(op, 0)) : TypeId::None();
    return Like(static_cast<uint16_t>(m.kind(op)), operand, m.type(value),
                shardings[value.Slot()]);
  };
  std::set<Like> begins;
  for (const ValueId value : all) {
    const OpId op = m.def(value);
    bool first = true;
    for (int i = 0; i < m.operand_count(op); ++i) {
      if (wrong[m.operand(op, i).Slot()] != 0) first = false;
    }
    if (first) begins.insert(like(value));
  }
  std::vector<ValueId> out;
  for (const ValueId value : all) {
    if (begins.contains(like(value))) out.push_back(value);
  }
  return out;
}

}  // namespace shardflow::internal
