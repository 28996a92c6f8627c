#include "ops/local.h"

#include <algorithm>
#include <utility>

#include "absl/container/inlined_vector.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/channels.h"
#include "ops/data_flow.h"
#include "ops/device_groups.h"
#include "ops/known_values.h"
#include "ops/properties.h"
#include "ops/unreduced.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/print.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
LocalContext::LocalContext(Module& module, const SymbolTable& symbols,
                           const LocalOptions& given, Diagnostics& diagnostics)
    : m(module),
      options(given),
      symbols_(symbols),
      diagnostics_(diagnostics),
      next_channel_(LastChannel(module) + 1) {
  types_.resize(m.value_table_size());
  shardings_.resize(m.value_table_size());
  std::vector<ValueId> values;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    for (int i = 0; i < m.result_count(op); ++i) {
      values.push_back(m.result(op, i));
    }
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        values.insert(values.end(), m.args(block).begin(), m.args(block).end());
      }
    }
  });
  for (const ValueId value : values) {
    types_[Slot(value)] = m.type(value);
    shardings_[Slot(value)] = GetSharding(m, value);
  }
  // All types and shardings are recorded before any type changes.
  for (const ValueId value : values) Localize(value);
}

void LocalContext::Record(ValueId value, TypeId type, ShardingId sharding) {
  const size_t slot = Slot(value);
  if (slot >= types_.size()) {
    types_.resize(slot + 1);
    shardings_.resize(slot + 1);
  }
  types_[slot] = type;
  shardings_[slot] = sharding;
}

void LocalContext::Localize(ValueId value) {
  const TypeId type = m.type(value);
  const ShardingId sharding = Sharding(value);
  if (sharding.IsNone() || !m.types.IsTensor(type)) return;
  const uint64_t key = (static_cast<uint64_t>(type.index) << 32) |
                       static_cast<uint32_t>(sharding.index);
  LocalTypeRow& recent = recent_types_[key * 0x9E3779B97F4A7C15u >> 56];
  if (recent.key == key && recent.local) {
    m.SetType(value, recent.local);
    return;
  }
  auto it = local_types_.find(key);
  if (it == local_types_.end()) {
    const std::optional<TypeId> local = LocalType(m, symbols_, type, sharding);
    it = local_types_.emplace(key, local.value_or(TypeId::None())).first;
  }
  if (it->second) {
    m.SetType(value, it->second);
    recent = {key, it->second};
    return;
  }
  ok_ = false;
  const Mesh& mesh = MeshOfSharding(sharding);
  const OpId op = OwningOp(m, value);
  if (mesh.TotalSize() > kMaxTabledDevices) {
    Fail(op, fmt::format("is on a mesh of more than {} devices",
                         kMaxTabledDevices));
    return;
  }
  const std::span<const int64_t> dims = m.types.dims(type);
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t shards = Shards(value, d);
    if (dims[d] == kDynamicDim || dims[d] % shards == 0) continue;
    Fail(op, fmt::format("has a value whose dimension {} of size {} is not "
                         "divisible by its {} shards (run "
                         "-sdy-pad-for-divisibility first)",
                         d, dims[d], shards));
  }
}

std::optional<TypeId> LocalType(Module& m, const SymbolTable& symbols,
                                TypeId type, ShardingId sharding) {
  if (sharding.IsNone() || !m.types.IsTensor(type)) return type;
  const ShardingView view = m.shardings.Get(sharding);
  const MeshId mesh = symbols.FindMesh(m, view.mesh);
  if (mesh.IsNone()) return type;
  if (m.shardings.mesh(mesh).TotalSize() > kMaxTabledDevices) {
    return std::nullopt;
  }
  const std::optional<std::vector<int64_t>> dims =
      LocalShape(m.shardings, view, m.types.dims(type), m.shardings.mesh(mesh),
                 /*allow_non_divisible=*/false);
  if (!dims) return std::nullopt;
  return m.types.Tensor(*dims, m.types.element(type), m.types.encoding(type));
}

std::span<const int64_t> LocalContext::GlobalShape(ValueId value) const {
  const size_t slot = Slot(value);
  const TypeId type =
      slot < types_.size() && types_[slot] ? types_[slot] : m.type(value);
  if (!m.types.IsTensor(type)) return {};
  return m.types.dims(type);
}

std::span<const int64_t> LocalContext::LocalShape(ValueId value) const {
  return Shape(m, value);
}

bool LocalContext::IsReplicated(ValueId value) const {
  const ShardingId sharding = Sharding(value);
  return sharding.IsNone() || IsFullyReplicated(m.shardings.Get(sharding));
}

std::span<const AxisRef> LocalContext::Axes(ValueId value, size_t dim) const {
  const ShardingId sharding = Sharding(value);
  if (sharding.IsNone()) return {};
  const ShardingView view = m.shardings.Get(sharding);
  if (dim >= view.rank()) return {};
  return m.shardings.axes(view.dims[dim].axes);
}

int64_t LocalContext::Shards(ValueId value, size_t dim) const {
  const std::span<const AxisRef> axes = Axes(value, dim);
  return axes.empty() ? 1 : TotalSize(axes, MeshOfSharding(Sharding(value)));
}

const Mesh& LocalContext::MeshOfSharding(ShardingId sharding) const {
  return m.shardings.mesh(symbols_.FindMesh(m, m.shardings.Get(sharding).mesh));
}

const Mesh* LocalContext::MeshOf(ValueId value) const {
  const ShardingId sharding = Sharding(value);
  return sharding ? &MeshOfSharding(sharding) : nullptr;
}

std::optional<MeshRef> LocalContext::MeshRefOf(ValueId value) const {
  const ShardingId sharding = Sharding(value);
  if (sharding.IsNone()) return std::nullopt;
  return m.shardings.Get(sharding).mesh;
}

void LocalContext::Replace(OpId op, ValueId value) {
  const ValueId result = m.result(op, 0);
  Adopt(value, result);
  m.ReplaceAllUses(result, value);
  m.Erase(op);
}

void LocalContext::Adopt(ValueId value, ValueId old) {
  Record(value, types_[Slot(old)], Sharding(old));
}

ValueId LocalContext::TableEntry(Builder& b, std::span<const int64_t> table,
                                 TypeId element) {
  const ValueId id = b.DeviceIndex(options.by_replica);
  const int64_t size[] = {static_cast<int64_t>(table.size())};
  const ValueId values = b.Integers(m.types.Tensor(size, element), table);
  const int64_t one[] = {1};
  return b.DynamicSlice(values, {&id, 1}, one);
}

ValueId LocalContext::ShardOffset(Builder& b, const Mesh& mesh,
                                  std::span<const AxisRef> axes, int64_t size) {
  std::vector<int64_t> table = ShardsOfDevices(mesh, axes);
  for (int64_t& entry : table) entry *= size;
  return b.Reshape(TableEntry(b, table, b.NumberType()), {});
}

ValueId LocalContext::SliceShard(Builder& b, ValueId value, const Mesh& mesh,
                                 std::span<const AxisListId> axes_per_dim,
                                 std::span<const int64_t> sizes) {
  std::vector<ValueId> starts;
  for (size_t d = 0; d < sizes.size(); ++d) {
    const std::span<const AxisRef> axes = AxesOf(axes_per_dim[d]);
    starts.push_back(axes.empty() ? b.Scalar(0)
                                  : ShardOffset(b, mesh, axes, sizes[d]));
  }
  return b.DynamicSlice(value, starts, sizes);
}

OpId& LocalContext::AllReduceLike(OpId op) {
  const ValueId input = m.operand(op, 0);
  return all_reduces_[{m.attr_dict(op), m.type(input),
                       Sharding(m.result(op, 0))}];
}

AxisListId& LocalContext::SummedAxesLike(OpId op) {
  return summed_axes_[{m.attr_dict(op), Sharding(m.operand(op, 0)),
                       Sharding(m.operand(op, 1))}];
}

NamedAttr LocalContext::NextChannel() {
  if (options.shared_channel && last_channel_.value) return last_channel_;
  const int64_t handle = next_channel_++;
  if (last_channel_.value) {
    last_channel_.value = WithHandle(m, last_channel_.value, handle);
  } else {
    last_channel_ = ChannelAttr(m, handle);
  }
  return last_channel_;
}

NamedAttr LocalContext::Groups(const Mesh& mesh, MeshRef ref,
                               std::span<const AxisRef> axes) {
  const bool has_sub_axes =
      !GroupsAreAxes(options.forms) &&
      std::any_of(axes.begin(), axes.end(),
                  [](const AxisRef& axis) { return !axis.IsFull(); });
  // When XLA reads groups on a mesh that is written out, it ignores the order
  // of its devices.
  const bool is_misread = ref.IsInlined() && !mesh.device_ids.empty();
  if (!options.groups_as_axes || has_sub_axes || is_misread) {
    const AxisListId list = m.shardings.InternAxes(axes);
    AttrId& attr = groups_[(static_cast<uint64_t>(ref.mesh.code()) << 32) |
                           static_cast<uint32_t>(list.index)];
    if (attr.IsNone()) attr = MakeGroupLists(m, mesh, axes);
    return {name::kReplicaGroups, attr};
  }
  std::vector<AttrId> refs;
  for (const AxisRef& axis : axes) {
    AttrId part;
    if (!axis.IsFull()) {
      const TypeId i64 = m.types.Integer(64);
      const AttrId sizes[] = {m.attrs.Integer(i64, axis.pre_size),
                              m.attrs.Integer(i64, axis.size)};
      part = MakeStruct(m, StructId::kStablehloSubAxisInfo, sizes);
    }
    const AttrId fields[] = {m.attrs.String(axis.name), part};
    refs.push_back(MakeStruct(m, StructId::kStablehloAxisRef, fields));
  }
  const AttrId fields[] = {ref.IsInlined() ? m.attrs.Mesh(ref.inlined())
                                           : m.attrs.SymbolRef(ref.symbol()),
                           m.attrs.Array(refs)};
  return {name::kReplicaGroups,
          MakeStruct(m, StructId::kReplicaGroupMeshAxes, fields)};
}

bool LocalContext::Fail(OpId op, std::string_view message) {
  diagnostics_.Error(m.Place(op),
                     fmt::format("'{}' op {}", m.op_name(op), message));
  return FailToLegalize(op);
}

bool LocalContext::FailToLegalize(OpId op) {
  diagnostics_.Error(m.Place(op),
                     fmt::format("failed to legalize operation '{}' that was "
                                 "explicitly marked illegal",
                                 m.op_name(op)));
  return false;
}

bool NotLocal(LocalContext& c, OpId op) { return c.FailToLegalize(op); }

namespace {

// Whether the op that owns this use may run before or after the collective that
// sums the devices' partial results along `axes`, with the same result.
// Examples are slices, ops that pad with zeros, and reshards along other axes.
bool CommutesWithSum(const LocalContext& c, UseId use,
                     std::span<const AxisRef> axes) {
  const Module& m = c.m;
  const OpId op = m.use(use).owner;
  switch (m.kind(op)) {
    case OpKind::kSlice:
      return true;
    case OpKind::kPad:
      return m.operand_index(use) == 0 && IsZero(m, m.operand(op, 1));
    case OpKind::kDynamicSlice:
      // The start indices may differ between shards, but not between the
      // partial sums of a shard.
      if (m.operand_index(use) != 0) return false;
      break;
    case OpKind::kSdyAllGather:
    case OpKind::kSdyAllSlice:
    case OpKind::kSdyAllToAll:
      break;
    default:
      return false;
  }
  for (const ValueId value : {m.operand(op, 0), m.result(op, 0)}) {
    for (size_t d = 0; d < c.GlobalShape(value).size(); ++d) {
      if (AnyOverlap(c.Axes(value, d), axes)) return false;
    }
  }
  return true;
}

// Whether the sdy reduction `op` reduces along all of these axes.
bool ReducesAlong(const Module& m, OpId op, std::span<const AxisRef> axes,
                  const Mesh& mesh) {
  const AttrId attr = m.attr(op, name::kReductionAxes);
  if (attr) {
    // The usual case: the op is an all_reduce along exactly these axes.
    const std::span<const AxisRef> reduced =
        m.shardings.axes(m.attrs.As<AxisRefListAttr>(attr).axes);
    if (std::equal(axes.begin(), axes.end(), reduced.begin(), reduced.end())) {
      return true;
    }
  }
  return AxesDifference(axes, ReducedAxes(m, op), mesh).empty();
}

// Whether every use of `parts` is by a collective that combines them along the
// axes, or leads to such a collective.
bool UsersCombine(const LocalContext& c, ValueId parts,
                  std::span<const AxisRef> axes, ReductionKind kind,
                  const Mesh& mesh) {
  const Module& m = c.m;
  absl::InlinedVector<ValueId, 8> todo = {parts};
  while (!todo.empty()) {
    const ValueId value = todo.back();
    todo.pop_back();
    for (const UseId use : m.Uses(value)) {
      const OpId user = m.use(use).owner;
      if (m.kind(user) == OpKind::kSdyReturn) {
        // The op is the terminator of a manual computation. The result of the
        // computation consists of the same parts.
        todo.push_back(m.result(m.parent_op(user), m.operand_index(use)));
        continue;
      }
      if (CommutesWithSum(c, use, axes) && m.HasUses(m.result(user, 0))) {
        todo.push_back(m.result(user, 0));
        continue;
      }
      if (!IsSdyReduction(m, user) || ReductionOf(m, user) != kind ||
          !ReducesAlong(m, user, axes, mesh)) {
        return false;
      }
    }
  }
  return true;
}

bool FailToCombine(LocalContext& c, OpId op) {
  return c.Fail(op,
                "is computed in parts that no collective can combine: reshard "
                "its operands");
}

}  // namespace

bool CheckReduced(LocalContext& c, OpId op, std::span<const AxisRef> axes,
                  std::optional<ReductionKind> kind) {
  Module& m = c.m;
  const Mesh* mesh = nullptr;
  for (int i = 0; i < m.operand_count(op) && mesh == nullptr; ++i) {
    mesh = c.MeshOf(m.operand(op, i));
  }
  if (axes.empty() || mesh == nullptr) return true;
  for (int i = 0; i < m.result_count(op); ++i) {
    const ValueId result = m.result(op, i);
    std::span<const AxisRef> partial = axes;
    std::vector<AxisRef> rest;
    const ShardingId sharding = c.Sharding(result);
    const AxisListId unreduced = sharding ? m.shardings.Get(sharding).unreduced
                                          : ShardingStore::kEmptyAxes;
    if (unreduced != ShardingStore::kEmptyAxes) {
      // What the sharding says is reduced later, but it may say it wrongly.
      if (kind && *kind != m.shardings.Get(sharding).reduction &&
          AnyOverlap(axes, c.AxesOf(unreduced))) {
        return c.Fail(op,
                      fmt::format("is computed in parts, which its sharding "
                                  "doesn't combine by {}",
                                  ReductionName(*kind)));
      }
      if (!kind && AnyOverlap(axes, c.AxesOf(unreduced))) {
        return FailToCombine(c, op);
      }
      rest = AxesDifference(axes, c.AxesOf(unreduced), *mesh);
      partial = rest;
    }
    if (partial.empty()) continue;
    if (!kind) return FailToCombine(c, op);
    if (!UsersCombine(c, result, partial, *kind, *mesh)) {
      return c.Fail(op,
                    fmt::format("is computed in parts, but no all_reduce or "
                                "reduce_scatter ({}) combines them",
                                ReductionName(*kind)));
    }
  }
  return true;
}

LocalFn LocalFunction(OpKind kind) {
  switch (kind) {
    case OpKind::kArithConstant:
    case OpKind::kConstant:
    case OpKind::kSdyConstant:
      return LocalConstant;
    case OpKind::kIota:
      return LocalIota;
    case OpKind::kConcatenate:
      return LocalConcatenate;
    case OpKind::kPad:
      return LocalPad;
    case OpKind::kSlice:
      return LocalSlice;
    case OpKind::kDynamicSlice:
      return LocalDynamicSlice;
    case OpKind::kDynamicUpdateSlice:
      return LocalDynamicUpdateSlice;
    case OpKind::kReshape:
      return LocalReshape;
    case OpKind::kReverse:
      return LocalReverse;
    case OpKind::kReduceWindow:
    case OpKind::kSelectAndScatter:
      return LocalWindow;
    case OpKind::kDot:
      return LocalDot;
    case OpKind::kDotGeneral:
      return LocalDotGeneral;
    case OpKind::kConvolution:
      return LocalConvolution;
    case OpKind::kReduce:
      return LocalReduce;
    case OpKind::kGather:
      return LocalGather;
    case OpKind::kScatter:
      return LocalScatter;
    case OpKind::kSdyAllGather:
      return LocalAllGather;
    case OpKind::kSdyAllSlice:
      return LocalAllSlice;
    case OpKind::kSdyAllToAll:
      return LocalAllToAll;
    case OpKind::kSdyAllReduce:
      return LocalAllReduce;
    case OpKind::kSdyReduceScatter:
      return LocalReduceScatter;
    case OpKind::kSdyCollectivePermute:
      return LocalCollectivePermute;
    case OpKind::kReshard:
    case OpKind::kShardingConstraint:
    case OpKind::kShardingGroup:
    case OpKind::kDataFlowEdge:
    case OpKind::kFuncDataFlowEdge:
    case OpKind::kPropagationBarrier:
    case OpKind::kShardedToUnreduced:
    case OpKind::kReplicatedToUnreduced:
      return NotLocal;
    default:
      return nullptr;
  }
}

}  // namespace shardflow::internal
