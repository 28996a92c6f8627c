#include "ops/manual_fit.h"

#include <algorithm>
#include <span>
#include <vector>

#include "ops/attr_read.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

bool HasManualAxes(const Module& m, OpId op) {
  const DataFlowDef* const def = DataFlow(m, op);
  return def != nullptr && def->has_manual_axes;
}

void AddManualAxes(const Module& m, OpId op, std::vector<NameId>& names) {
  if (!HasManualAxes(m, op)) return;
  const WordList<NameId> own = ManualAxisNames(m, op);
  names.insert(names.end(), own.begin(), own.end());
}

std::vector<AxisRef> AmongThem(const Module& m, AxisListId list,
                               std::span<const NameId> names) {
  std::vector<AxisRef> found;
  for (const AxisRef& axis : m.shardings.axes(list)) {
    if (std::ranges::find(names, axis.name) != names.end()) {
      found.push_back(axis);
    }
  }
  return found;
}

bool Mentions(const Module& m, const ShardingView& sharding,
              std::span<const NameId> names) {
  const auto has = [&](AxisListId list) {
    return !AmongThem(m, list, names).empty();
  };
  return has(sharding.replicated) || has(sharding.unreduced) ||
         std::ranges::any_of(sharding.dims, [&](const DimSharding& dim) {
           return has(dim.axes);
         });
}

// Returns the manual computation that `holder` is a result of, directly or
// through an edge op, or None.
OpId ComputationOfResult(const Module& m, ValueId holder) {
  if (m.IsArg(holder)) return OpId::None();
  OpId op = m.def(holder);
  if (m.kind(op) == OpKind::kDataFlowEdge) {
    const ValueId owner = m.operand(op, 0);
    if (m.IsArg(owner)) return OpId::None();
    op = m.def(owner);
  }
  return HasManualAxes(m, op) ? op : OpId::None();
}

}  // namespace

std::vector<NameId> ManualAxesAround(const Module& m, OpId op) {
  std::vector<NameId> names;
  for (op = m.parent_op(op); op && op != m.root(); op = m.parent_op(op)) {
    AddManualAxes(m, op, names);
  }
  return names;
}

bool FitsManualAxes(const Module& m, ValueId value, ShardingId sharding) {
  const ShardingView view = m.shardings.Get(sharding);
  const OpId op = m.IsArg(value) ? OwningOp(m, value) : m.def(value);
  std::vector<NameId> around = ManualAxesAround(m, op);
  if (m.IsArg(value)) AddManualAxes(m, op, around);
  if (Mentions(m, view, around)) return false;
  const ValueId holder = GetShardableValue(m, value);
  if (holder.IsNone()) return true;
  const OpId computation = ComputationOfResult(m, holder);
  const ShardingId before = m.sharding(holder);
  if (computation.IsNone() || before.IsNone()) return true;
  std::vector<NameId> names;
  AddManualAxes(m, computation, names);
  const auto manual = [&](const DimSharding& dim) {
    return AmongThem(m, dim.axes, names);
  };
  return std::ranges::equal(view.dims, m.shardings.Get(before).dims, {}, manual,
                            manual);
}

ShardingId WithUnusedReplicated(Module& m, ShardingId id,
                                std::span<const AxisRef> manual, MeshRef ref,
                                const Mesh& mesh) {
  std::vector<AxisRef> used;
  ForEachAxis(m.shardings, m.shardings.Get(id),
              [&](const AxisRef& axis) { used.push_back(axis); });
  const std::vector<AxisRef> unused = AxesDifference(manual, used, mesh);
  if (unused.empty()) return id;
  TensorSharding sharding(m.shardings.Get(id));
  const auto old = m.shardings.axes(sharding.replicated);
  std::vector<AxisRef> replicated(old.begin(), old.end());
  replicated.insert(replicated.end(), unused.begin(), unused.end());
  SortAndMerge(replicated, mesh);
  sharding.replicated = m.shardings.InternAxes(replicated);
  // An empty mesh is replaced with the mesh of the other shardings.
  sharding.mesh = ref;
  return m.shardings.Intern(sharding);
}

ShardingId WithManualAxes(Module& m, ValueId holder, ShardingId sharding) {
  if (sharding.IsNone() || !m.types.IsTensor(m.type(holder))) return sharding;
  const OpId op = OwningOp(m, holder);
  if (op.IsNone() || !HasManualAxes(m, op)) return sharding;
  const MeshRef ref = m.shardings.Get(sharding).mesh;
  const MeshId id = Meshes(m).Find(ref);
  if (id.IsNone()) return sharding;
  const Mesh& mesh = m.shardings.mesh(id);
  std::vector<AxisRef> manual;
  for (const NameId axis : ManualAxisNames(m, op)) {
    // The mesh lacks a manual axis. The verifier will reject the sharding.
    if (mesh.AxisIndex(axis) < 0) return sharding;
    manual.push_back(AxisRef::Full(axis));
  }
  return WithUnusedReplicated(m, sharding, manual, ref, mesh);
}

}  // namespace shardflow::internal
