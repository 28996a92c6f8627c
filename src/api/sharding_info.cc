#include "api/sharding_info.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/convert.h"
#include "ops/data_flow.h"
#include "sharding/parse.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

std::vector<AxisInfo> ToInfo(const ShardingStore& shardings,
                             const StringStore& names, AxisListId list) {
  std::vector<AxisInfo> axes;
  for (const AxisRef& axis : shardings.axes(list)) {
    axes.push_back(
        {std::string(names.Get(axis.name)), axis.pre_size, axis.size});
  }
  return axes;
}

AxisListId FromInfo(const std::vector<AxisInfo>& axes, ShardingStore& shardings,
                    StringStore& names) {
  std::vector<AxisRef> list;
  for (const AxisInfo& axis : axes) {
    list.push_back(
        AxisRef::Sub(names.Intern(axis.name), axis.pre_size, axis.size));
  }
  return shardings.InternAxes(list);
}

std::optional<ReductionKind> FromInfo(const std::string& reduction) {
  if (reduction.empty()) return ReductionKind::kSum;
  for (const ReductionKind kind :
       {ReductionKind::kSum, ReductionKind::kMax, ReductionKind::kMin}) {
    if (reduction == ReductionName(kind)) return kind;
  }
  return std::nullopt;
}

ShardingInfo OfAxisNames(std::string mesh,
                         const std::vector<std::vector<std::string>>& dims,
                         bool closed) {
  ShardingInfo info;
  info.mesh = std::move(mesh);
  for (const std::vector<std::string>& names : dims) {
    DimShardingInfo& dim = info.dims.emplace_back();
    dim.closed = closed;
    for (const std::string& name : names) dim.axes.push_back({name, 0, 0});
  }
  return info;
}

}  // namespace

MeshInfo ToInfo(const Mesh& mesh, const StringStore& names) {
  MeshInfo info;
  for (const MeshAxis& axis : mesh.axes) {
    info.axes.push_back({std::string(names.Get(axis.name)), axis.size});
  }
  info.device_ids = mesh.device_ids;
  return info;
}

namespace {

// Whether only the caller's extensions know the data flow of the op.
bool AsksCaller(const Module& m, OpId op, const OpExtensions* extensions) {
  return m.kind(op) == OpKind::kUnknown && m.extensions == nullptr &&
         extensions != nullptr;
}

// Returns the data flow of the caller's ops with this name, or null.
const DataFlowDef* FlowOfCaller(std::string_view name,
                                const OpExtensions& extensions) {
  const auto at = extensions.ops().find(name);
  return at != extensions.ops().end() && at->second.has_data_flow
             ? &at->second.data_flow
             : nullptr;
}

// Returns the data flow of the op that `value` belongs to, or null.
const DataFlowDef* FlowAround(const Module& m, ValueId value,
                              const OpExtensions* extensions) {
  const OpId op = OwningOp(m, value);
  if (op.IsNone()) return nullptr;
  return AsksCaller(m, op, extensions)
             ? FlowOfCaller(m.op_name(op), *extensions)
             : DataFlow(m, op);
}

void DropManualAxes(const std::vector<std::string_view>& manual,
                    std::vector<AxisInfo>& axes) {
  std::erase_if(axes, [&](const AxisInfo& axis) {
    return std::find(manual.begin(), manual.end(), axis.name) != manual.end();
  });
}

// Returns the sharding without the manual axes `hidden`.
ShardingInfo WithoutManualAxes(const Module& m, ShardingId id, AttrId hidden) {
  ShardingInfo info = ToInfo(m.shardings, m.names, id);
  const WordList<NameId> manual = m.attrs.As<ManualAxesAttr>(hidden).axes;
  const ShardingView view = m.shardings.Get(id);
  for (size_t d = 0; d < view.rank(); ++d) {
    const auto count = static_cast<std::ptrdiff_t>(
        ManualPrefix(m.shardings.axes(view.dims[d].axes), manual));
    std::vector<AxisInfo>& axes = info.dims[d].axes;
    axes.erase(axes.begin(), axes.begin() + count);
  }
  std::vector<std::string_view> names;
  for (const NameId axis : manual) names.push_back(m.names.Get(axis));
  DropManualAxes(names, info.replicated);
  DropManualAxes(names, info.unreduced);
  return info;
}

}  // namespace

std::optional<ShardingInfo> SeenSharding(const Module& m, ValueId value,
                                         const OpExtensions* extensions) {
  const ValueId holder =
      GetShardableValue(m, value, FlowAround(m, value, extensions));
  const ShardingId id = holder ? m.sharding(holder) : ShardingId::None();
  if (id.IsNone()) return std::nullopt;
  const AttrId hidden = HiddenManualAxes(m, holder);
  return hidden.IsNone() ? ToInfo(m.shardings, m.names, id)
                         : WithoutManualAxes(m, id, hidden);
}

const ShardingInfo* SeenShardings::Find(ValueId value) {
  const OpId op = OwningOp(m_, value);
  const DataFlowDef* flow = nullptr;
  if (op && AsksCaller(m_, op, extensions_)) {
    const auto [at, is_new] = flows_.try_emplace(m_.name(op));
    if (is_new) at->second = FlowOfCaller(m_.op_name(op), *extensions_);
    flow = at->second;
  } else if (op) {
    flow = DataFlow(m_, op);
  }
  const ValueId holder = GetShardableValue(m_, value, flow);
  const ShardingId id = holder ? m_.sharding(holder) : ShardingId::None();
  if (id.IsNone()) return nullptr;
  const AttrId hidden = HiddenManualAxes(m_, holder);
  if (hidden) {
    last_ = WithoutManualAxes(m_, id, hidden);
    return &*last_;
  }
  if (id.Slot() >= infos_.size()) infos_.resize(id.Slot() + 1);
  std::optional<ShardingInfo>& info = infos_[id.Slot()];
  if (!info) info = ToInfo(m_.shardings, m_.names, id);
  return &*info;
}

ShardingInfo ToInfo(const ShardingStore& shardings, const StringStore& names,
                    ShardingId id) {
  const ShardingView view = shardings.Get(id);
  ShardingInfo info;
  if (view.mesh.IsInlined()) {
    info.inlined_mesh = ToInfo(shardings.mesh(view.mesh.inlined()), names);
  } else {
    info.mesh = names.Get(view.mesh.symbol());
  }
  for (const DimSharding& dim : view.dims) {
    DimShardingInfo& row = info.dims.emplace_back();
    row.axes = ToInfo(shardings, names, dim.axes);
    row.closed = dim.closed != 0;
    if (dim.priority != kNoPriority) row.priority = dim.priority;
  }
  info.replicated = ToInfo(shardings, names, view.replicated);
  info.unreduced = ToInfo(shardings, names, view.unreduced);
  if (view.reduction != ReductionKind::kSum) {
    info.reduction = ReductionName(view.reduction);
  }
  return info;
}

Mesh FromInfo(const MeshInfo& info, StringStore& names) {
  Mesh mesh;
  for (const MeshAxisInfo& axis : info.axes) {
    mesh.axes.push_back({names.Intern(axis.name), 0, axis.size});
  }
  mesh.device_ids = info.device_ids;
  return mesh;
}

std::optional<TensorSharding> FromInfo(const ShardingInfo& info,
                                       ShardingStore& shardings,
                                       StringStore& names) {
  const std::optional<ReductionKind> reduction = FromInfo(info.reduction);
  if (!reduction) return std::nullopt;
  TensorSharding sharding;
  sharding.mesh = info.mesh.empty() && info.inlined_mesh
                      ? MeshRef::Inlined(shardings.InternMesh(
                            FromInfo(*info.inlined_mesh, names)))
                      : MeshRef::Symbol(names.Intern(info.mesh));
  for (const DimShardingInfo& row : info.dims) {
    DimSharding& dim = sharding.dims.emplace_back();
    dim.axes = FromInfo(row.axes, shardings, names);
    dim.closed = row.closed ? 1 : 0;
    dim.priority = row.priority.value_or(kNoPriority);
  }
  sharding.replicated = FromInfo(info.replicated, shardings, names);
  sharding.unreduced = FromInfo(info.unreduced, shardings, names);
  sharding.reduction = *reduction;
  return sharding;
}

}  // namespace shardflow::internal

namespace shardflow {

using namespace internal;

ShardingInfo ClosedSharding(std::string mesh,
                            const std::vector<std::vector<std::string>>& dims) {
  return OfAxisNames(std::move(mesh), dims, /*closed=*/true);
}

ShardingInfo OpenSharding(std::string mesh,
                          const std::vector<std::vector<std::string>>& dims) {
  return OfAxisNames(std::move(mesh), dims, /*closed=*/false);
}

std::optional<ShardingInfo> ParseSharding(std::string_view text,
                                          std::vector<Message>& messages) {
  StringStore names;
  ShardingStore shardings;
  Error error;
  const std::optional<ParsedShardings> parsed =
      ParseShardings(text, std::nullopt, names, shardings, error);
  if (parsed && !parsed->is_list) {
    return ToInfo(shardings, names, parsed->items.front().id);
  }
  if (parsed) error.Set(0, "expected one sharding, not a list");
  AddError(error, "<sharding>", text, messages);
  return std::nullopt;
}

std::string ToText(const ShardingInfo& sharding) {
  StringStore names;
  ShardingStore shardings;
  ShardingInfo known = sharding;
  // An unknown reduction has no text form.
  if (!FromInfo(known.reduction)) known.reduction.clear();
  const auto made = FromInfo(known, shardings, names);
  return "#sdy.sharding" +
         ShardingText(shardings.Get(shardings.Intern(*made)), shardings, names);
}

}  // namespace shardflow
