#include "ops/data_flow.h"

#include <algorithm>

#include "ir/values.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Calls `fn` for the terminators of the regions from first_source_region to
// last_source_region, in order.
template <class Fn>
void ForEachSourceTerminator(const Module& m, OpId op, const DataFlowDef& def,
                             Fn fn) {
  const int regions = m.region_count(op);
  const int last =
      def.last_source_region < 0 ? regions - 1 : def.last_source_region;
  for (int r = def.first_source_region; r <= last && r < regions; ++r) {
    const BlockId block = m.first_block(m.region(op, r));
    if (block.IsNone()) continue;
    const OpId terminator = m.terminator(block);
    if (terminator && HasTrait(m, terminator, kTerminator)) fn(terminator);
  }
}

// Returns the edge op that is the only user of `owner`, or None.
OpId EdgeUser(const Module& m, ValueId owner) {
  if (owner.IsNone() || !m.HasOneUse(owner)) return OpId::None();
  const OpId user = m.use(m.value(owner).first_use).owner;
  return m.kind(user) == OpKind::kDataFlowEdge ? user : OpId::None();
}

AxisListId DropManualAxes(Module& m, AxisListId list,
                          const WordList<NameId>& manual) {
  const std::span<const AxisRef> axes = m.shardings.axes(list);
  std::vector<AxisRef> free;
  for (const AxisRef& axis : axes) {
    if (!manual.Contains(axis.name)) free.push_back(axis);
  }
  return free.size() == axes.size() ? list : m.shardings.InternAxes(free);
}

// Keeps only the manual axes of each dimension, which come first, or only the
// axes after them. In both cases, drops manual axes from the replicated and
// unreduced axes.
ShardingId EraseAxes(Module& m, ShardingId sharding,
                     const WordList<NameId>& manual, bool keep_manual) {
  TensorSharding result(m.shardings.Get(sharding));
  for (DimSharding& dim : result.dims) {
    const std::span<const AxisRef> axes = m.shardings.axes(dim.axes);
    const size_t count = ManualPrefix(axes, manual);
    dim.axes = m.shardings.InternAxes(keep_manual ? axes.first(count)
                                                  : axes.subspan(count));
  }
  result.replicated = DropManualAxes(m, result.replicated, manual);
  result.unreduced = DropManualAxes(m, result.unreduced, manual);
  return m.shardings.Intern(result);
}

// Returns the axes of `outer`, followed by the axes of `inner` that aren't in
// `outer`. Such an axis of `inner` belongs to a dimension of a later user
// priority, and counts as replicated until propagation reaches that priority.
// (Shardy drops the axis. Another dimension can then get it, which makes the
// sharding invalid later.)
AxisListId ReplicatedOutside(Module& m, AxisListId outer, AxisListId inner) {
  const std::span<const AxisRef> known = m.shardings.axes(outer);
  std::vector<AxisRef> all(known.begin(), known.end());
  for (const AxisRef& axis : m.shardings.axes(inner)) {
    if (std::ranges::find(known, axis) == known.end()) all.push_back(axis);
  }
  return all.size() == known.size() ? outer : m.shardings.InternAxes(all);
}

// Whether the mesh is maximal (a single device, no axes). Finding the mesh
// takes a search, because there is no symbol table here. The search is skipped
// if no mesh is maximal.
bool IsOneDevice(const Module& m, MeshRef ref) {
  const auto is_one = [&](MeshId mesh) {
    return m.shardings.mesh(mesh).IsMaximal();
  };
  if (ref.IsInlined()) return is_one(ref.inlined());
  bool any = false;
  for (size_t i = 0; i < m.shardings.mesh_count(); ++i) {
    any |= is_one(MeshId(i));
  }
  if (!any) return false;
  const MeshId mesh = Meshes(m).Find(ref);
  return mesh && is_one(mesh);
}

// Gives all of these values fully open shardings on the mesh of `first`, unless
// one of them already has a sharding. If the mesh is a single device, gives
// them `first` itself, which has no dimensions. (Shardy adds open dimensions,
// and its verifier then rejects them.)
void OpenOthers(Module& m, std::span<const ValueId> values, ShardingId first) {
  const auto has_sharding = [&](ValueId v) { return bool(m.sharding(v)); };
  if (std::ranges::any_of(values, has_sharding)) return;
  const ShardingView view = m.shardings.Get(first);
  const MeshRef mesh = view.mesh;
  const bool one_device = view.rank() == 0 && IsOneDevice(m, mesh);
  for (const ValueId value : values) {
    m.SetSharding(value, one_device ? first
                                    : m.shardings.FullyOpen(
                                          mesh, Shape(m, value).size()));
  }
}

// Calls OpenOthers for all results of the value's op or, if the value is an
// argument, for all arguments that own edges. Passes call this for one value
// after another, and the first call usually sets the shardings of all. The
// early return saves the other calls from listing the values again.
void OpenSiblings(Module& m, ValueId value, ShardingId first) {
  if (m.sharding(value)) return;
  if (m.IsArg(value)) {
    OpenOthers(m, ArgEdgeOwners(m, OwningOp(m, value)), first);
  } else if (const OpId op = m.def(value); m.result_count(op) > 1) {
    OpenOthers(m, ResultsOf(m, op), first);
  }
}

AttrId ManualAxesOf(const Module& m, OpId op) {
  return m.attr(op, name::kManualAxes);
}

// Sets the sharding of a value that holds its own sharding.
void SetOwnSharding(Module& m, ValueId value, ShardingId sharding) {
  if (sharding && !m.IsArg(value)) OpenSiblings(m, value, sharding);
  m.SetSharding(value, sharding);
}

template <class T>
bool Has(const std::vector<T>& all, T one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

// Returns the edge with this owner in `op`, an op added by a caller. If there
// is no such edge, returns an empty one.
FlowEdge EdgeOf(const Module& m, OpId op, const DataFlowDef& def,
                ValueId owner) {
  for (FlowEdge& edge : def.custom->Edges(m, op)) {
    if (edge.owner == owner) return std::move(edge);
  }
  return {};
}

}  // namespace

OpId OwningOp(const Module& m, ValueId value) {
  return m.IsArg(value) ? m.parent_op(m.arg_block(value)) : m.def(value);
}

std::vector<ValueId> ArgEdgeOwners(const Module& m, OpId op) {
  const DataFlowDef* def = DataFlow(m, op);
  std::vector<ValueId> owners;
  if (def != nullptr && def->custom != nullptr) {
    for (const FlowEdge& edge : def->custom->Edges(m, op)) {
      if (m.IsArg(edge.owner)) owners.push_back(edge.owner);
    }
    return owners;
  }
  if (def == nullptr || !def->operands_to_args || m.region_count(op) == 0) {
    return owners;
  }
  const BlockId body = m.first_block(m.region(op, 0));
  if (body) owners.assign(m.args(body).begin(), m.args(body).end());
  return owners;
}

std::vector<ValueId> ResultEdgeOwners(const Module& m, OpId op) {
  const DataFlowDef* def = DataFlow(m, op);
  if (def == nullptr || def->custom == nullptr) return ResultsOf(m, op);
  std::vector<ValueId> owners;
  for (const FlowEdge& edge : def->custom->Edges(m, op)) {
    if (!m.IsArg(edge.owner)) owners.push_back(edge.owner);
  }
  return owners;
}

namespace {

// Implements EdgeOwnerFromTarget for an op with the edges of `def`.
ValueId OwnerOfTarget(const Module& m, OpId op, ValueId target,
                      const DataFlowDef& def) {
  if (def.custom != nullptr) {
    for (const FlowEdge& edge : def.custom->Edges(m, op)) {
      if (edge.owner == target || Has(edge.other_targets, target)) {
        return edge.owner;
      }
    }
    return ValueId::None();
  }
  if (!m.IsArg(target) || def.operands_to_args) return target;
  const int index = m.index(target);
  return def.args_are_targets && index < m.result_count(op)
             ? m.result(op, index)
             : ValueId::None();
}

}  // namespace

ValueId EdgeOwnerFromTarget(const Module& m, ValueId target) {
  const OpId op = OwningOp(m, target);
  const DataFlowDef* def = op ? DataFlow(m, op) : nullptr;
  return def != nullptr ? OwnerOfTarget(m, op, target, *def) : ValueId::None();
}

ValueId EdgeOwnerFromSource(const Module& m, UseId source) {
  OpId op = m.use(source).owner;
  const bool from_terminator = HasTrait(m, op, kTerminator);
  if (from_terminator) op = m.parent_op(op);
  if (op.IsNone()) return ValueId::None();
  const DataFlowDef* def = DataFlow(m, op);
  if (def == nullptr) return ValueId::None();
  if (def->custom != nullptr) {
    for (const FlowEdge& edge : def->custom->Edges(m, op)) {
      if (Has(edge.sources, source)) return edge.owner;
    }
    return ValueId::None();
  }
  // For operands_to_args ops, Shardy looks for the edge at the operand instead
  // of the argument, and so never finds an edge.
  if (def->operands_to_args && !from_terminator) return ValueId::None();
  const int index = m.operand_index(source);
  return index < m.result_count(op) ? m.result(op, index) : ValueId::None();
}

void AppendEdgeSources(const Module& m, ValueId owner,
                       std::vector<UseId>& sources) {
  const OpId op = OwningOp(m, owner);
  const DataFlowDef* const data_flow = DataFlow(m, op);
  // The operand of an edge op may be a value that owns no edge. Such an edge op
  // has no sources.
  if (data_flow == nullptr) return;
  const DataFlowDef& def = *data_flow;
  if (def.custom != nullptr) {
    const FlowEdge edge = EdgeOf(m, op, def, owner);
    sources.insert(sources.end(), edge.sources.begin(), edge.sources.end());
    return;
  }
  const int index = m.index(owner);
  if (m.IsArg(owner) || def.operands_to_results) {
    if (index < m.operand_count(op)) {
      sources.push_back(m.operand_use(op, index));
    }
  }
  if (m.IsArg(owner)) return;
  ForEachSourceTerminator(m, op, def, [&](OpId terminator) {
    if (index < m.operand_count(terminator)) {
      sources.push_back(m.operand_use(terminator, index));
    }
  });
}

void AppendNonOwnerTargets(const Module& m, ValueId owner,
                           std::vector<ValueId>& targets) {
  const OpId op = OwningOp(m, owner);
  const DataFlowDef* const def = DataFlow(m, op);
  if (def != nullptr && def->custom != nullptr) {
    const FlowEdge edge = EdgeOf(m, op, *def, owner);
    targets.insert(targets.end(), edge.other_targets.begin(),
                   edge.other_targets.end());
    return;
  }
  if (def == nullptr || !def->args_are_targets || m.IsArg(owner)) return;
  const auto index = static_cast<size_t>(m.index(owner));
  for (int r = 0; r < m.region_count(op); ++r) {
    const BlockId block = m.first_block(m.region(op, r));
    if (block.IsNone()) continue;
    const std::span<const ValueId> args = m.args(block);
    if (index < args.size()) targets.push_back(args[index]);
  }
}

ShardingId SeenEdgeOwnerSharding(Module& m, ValueId owner,
                                 ShardingId sharding) {
  if (sharding.IsNone()) return sharding;
  return EraseManualAxes(m, sharding, HiddenManualAxes(m, owner));
}

ShardingId EdgeOwnerSharding(Module& m, ValueId owner) {
  return SeenEdgeOwnerSharding(m, owner, m.sharding(owner));
}

void SetEdgeOwnerSharding(Module& m, ValueId owner, ShardingId sharding) {
  const OpId op = OwningOp(m, owner);
  const DataFlowDef* const def = DataFlow(m, op);
  if (def != nullptr && sharding && m.IsArg(owner)) {
    OpenSiblings(m, owner, sharding);
    const ShardingId outer = m.sharding(owner);
    if (def->has_manual_axes && outer) {
      sharding = AddManualAxes(m, outer, sharding, ManualAxesOf(m, op));
    }
  }
  SetOwnSharding(m, owner, sharding);
}

ShardingId TransformTargetSharding(Module& m, ValueId target,
                                   ShardingId sharding,
                                   EdgeTransform transform) {
  const OpId op = OwningOp(m, target);
  const DataFlowDef* def = DataFlow(m, op);
  if (sharding.IsNone() || def == nullptr) return sharding;
  if (def->custom != nullptr) {
    return def->custom->TransformTargetSharding(m, op, target, sharding,
                                                transform);
  }
  if (!def->has_manual_axes) return sharding;
  // Before propagation, the sharding is converted to the sources' side of the
  // boundary: outside for an argument, inside for a result.
  const bool to_outside =
      m.IsArg(target) == (transform == EdgeTransform::kBeforeEdgePropagation);
  const AttrId manual_axes = ManualAxesOf(m, op);
  if (!to_outside) return EraseManualAxes(m, sharding, manual_axes);
  const ShardingId outer = m.sharding(target);
  if (outer.IsNone()) return sharding;
  return AddManualAxes(m, outer, sharding, manual_axes);
}

OpId EdgeOfTarget(const Module& m, ValueId target) {
  return EdgeUser(m, EdgeOwnerFromTarget(m, target));
}

OpId EdgeOfSource(const Module& m, UseId source) {
  return EdgeUser(m, EdgeOwnerFromSource(m, source));
}

void AppendEdgeOpSources(const Module& m, OpId edge,
                         std::vector<ValueId>& sources) {
  std::vector<UseId> uses;
  AppendEdgeSources(m, m.operand(edge, 0), uses);
  for (const UseId use : uses) sources.push_back(m.use(use).value);
}

void AppendEdgeOpNonOwnerTargets(const Module& m, OpId edge,
                                 std::vector<ValueId>& targets) {
  AppendNonOwnerTargets(m, m.operand(edge, 0), targets);
}

ShardingId TransformEdgeOpSharding(Module& m, OpId edge, ShardingId sharding,
                                   EdgeTransform transform) {
  return TransformTargetSharding(m, m.operand(edge, 0), sharding, transform);
}

ValueId GetShardableValue(const Module& m, ValueId value) {
  if (const OpId def = m.def(value)) {
    const DataFlowDef* const flow = DataFlow(m, def);
    return flow == nullptr ? value : GetShardableValue(m, value, flow);
  }
  const OpId op = OwningOp(m, value);
  return GetShardableValue(m, value, op ? DataFlow(m, op) : nullptr);
}

ValueId GetShardableValue(const Module& m, ValueId value,
                          const DataFlowDef* flow) {
  const OpId op = OwningOp(m, value);
  if (op.IsNone()) return m.IsArg(value) ? ValueId::None() : value;
  if (flow != nullptr) {
    const ValueId owner = OwnerOfTarget(m, op, value, *flow);
    const OpId edge = EdgeUser(m, owner);
    if (edge) return m.result(edge, 0);
    return m.IsArg(value) ? owner : value;
  }
  if (!m.IsArg(value) || m.HasFuncRow(op)) return value;
  // In an asynchronous computation, an argument of the body stands for the
  // corresponding operand of the op.
  const int index = m.index(value);
  if (m.kind(op) == OpKind::kAsyncStart && index < m.operand_count(op)) {
    return m.operand(op, index);
  }
  return ValueId::None();
}

bool IsSharded(Module& m, ValueId value) {
  const ShardingId sharding = GetSharding(m, value);
  return sharding && !IsFullyReplicated(m.shardings.Get(sharding));
}

bool IsSharded(Module& m, OpId op) {
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (IsSharded(m, m.operand(op, i))) return true;
  }
  for (int i = 0; i < m.result_count(op); ++i) {
    if (IsSharded(m, m.result(op, i))) return true;
  }
  return false;
}

ShardingId GetSharding(Module& m, ValueId value) {
  // The most common case: the result of an op that has no edges.
  const OpId def = m.def(value);
  if (def && DataFlow(m, def) == nullptr) return m.sharding(value);
  if (!def) {
    // The second most common case: the argument of a function.
    const OpId op = OwningOp(m, value);
    if (op && m.HasFuncRow(op) && DataFlow(m, op) == nullptr) {
      return m.sharding(value);
    }
  }
  value = GetShardableValue(m, value);
  if (value.IsNone()) return ShardingId::None();
  return EdgeOwnerSharding(m, value);
}

void SetSharding(Module& m, ValueId value, ShardingId sharding) {
  const OpId def = m.def(value);
  if (def && DataFlow(m, def) == nullptr) {
    return SetOwnSharding(m, value, sharding);
  }
  value = GetShardableValue(m, value);
  if (value.IsNone()) return;
  if (m.IsArg(value) && DataFlow(m, OwningOp(m, value)) != nullptr) {
    SetEdgeOwnerSharding(m, value, sharding);
  } else {
    SetOwnSharding(m, value, sharding);
  }
}

AttrId HiddenManualAxes(const Module& m, ValueId holder) {
  if (!m.IsArg(holder)) return AttrId::None();
  const OpId op = OwningOp(m, holder);
  const DataFlowDef* def = op ? DataFlow(m, op) : nullptr;
  return def != nullptr && def->has_manual_axes ? ManualAxesOf(m, op)
                                                : AttrId::None();
}

// In a verified program, the manual axes of a dimension come first. They may be
// out of order if a pass has moved another sharding into the computation; the
// binary search then ends at the same axis as Shardy's.
size_t ManualPrefix(std::span<const AxisRef> axes,
                    const WordList<NameId>& manual) {
  const auto first_free = std::partition_point(
      axes.begin(), axes.end(),
      [&](const AxisRef& axis) { return manual.Contains(axis.name); });
  return static_cast<size_t>(first_free - axes.begin());
}

ShardingId AddManualAxes(Module& m, ShardingId outer, ShardingId inner,
                         AttrId manual_axes) {
  const ShardingView old = m.shardings.Get(outer);
  const ShardingView manual =
      m.shardings.Get(EraseFreeAxes(m, outer, manual_axes));
  TensorSharding result(m.shardings.Get(inner));
  const size_t rank = std::min(result.dims.size(), manual.rank());
  for (size_t d = 0; d < rank; ++d) {
    const std::span<const AxisRef> prefix =
        m.shardings.axes(manual.dims[d].axes);
    const std::span<const AxisRef> free = m.shardings.axes(result.dims[d].axes);
    std::vector<AxisRef> axes(prefix.begin(), prefix.end());
    axes.insert(axes.end(), free.begin(), free.end());
    result.dims[d].axes = m.shardings.InternAxes(axes);
  }
  result.replicated = ReplicatedOutside(m, old.replicated, result.replicated);
  result.unreduced = old.unreduced;
  // As in Shardy, the kind of the reduction is lost.
  result.reduction = ReductionKind::kSum;
  return m.shardings.Intern(result);
}

namespace {

WordList<NameId> NamesOf(const Module& m, AttrId manual_axes) {
  if (manual_axes.IsNone()) return {};
  return m.attrs.As<ManualAxesAttr>(manual_axes).axes;
}

}  // namespace

ShardingId EraseManualAxes(Module& m, ShardingId sharding, AttrId manual_axes) {
  const WordList<NameId> manual = NamesOf(m, manual_axes);
  return manual.empty() ? sharding
                        : EraseAxes(m, sharding, manual, /*keep_manual=*/false);
}

ShardingId EraseFreeAxes(Module& m, ShardingId sharding, AttrId manual_axes) {
  return EraseAxes(m, sharding, NamesOf(m, manual_axes), /*keep_manual=*/true);
}

}  // namespace shardflow::internal
