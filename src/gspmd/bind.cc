#include "gspmd/bind.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sharding/axis.h"
#include "sharding/print.h"

namespace shardflow::internal::gspmd {
namespace {

bool BindAxes(std::span<const AxisRef> axes, const Mesh& mesh,
              std::vector<ResolvedAxis>& bound) {
  bound.reserve(axes.size());
  for (const AxisRef& axis : axes) {
    const int index = mesh.AxisIndex(axis.name);
    if (index < 0) return false;
    bound.push_back({PreSize(axis), NextPreSize(axis, mesh), index});
  }
  return true;
}

AxisListId UnbindAxes(std::span<const ResolvedAxis> axes, const Mesh& mesh,
                      ShardingStore& store) {
  std::vector<AxisRef> refs;
  refs.reserve(axes.size());
  for (const ResolvedAxis& axis : axes) refs.push_back(Unbind(axis, mesh));
  return store.InternAxes(refs);
}

// Returns two sub-axes that can't be made by splitting one axis, such as
// "x":(1)2 and "x":(3)2 of "x"=12, or nullopt if there are none. Shardy's
// verifier accepts them, but no layout of devices has both, so GSPMD can't
// express them.
std::optional<std::pair<ResolvedAxis, ResolvedAxis>> Misfits(
    const AxisSharding& axes) {
  std::vector<ResolvedAxis> all;
  const auto add = [&](const std::vector<ResolvedAxis>& list) {
    all.insert(all.end(), list.begin(), list.end());
  };
  for (const DimAxes& dim : axes.dims) add(dim.axes);
  add(axes.replicated);
  add(axes.unreduced);
  add(axes.manual);
  std::ranges::sort(all, MeshOrder{});
  for (size_t i = 1; i < all.size(); ++i) {
    const ResolvedAxis& a = all[i - 1];
    const ResolvedAxis& b = all[i];
    if (a.axis == b.axis && b.lo % a.hi != 0) return std::pair(a, b);
  }
  return std::nullopt;
}

}  // namespace

NamedMesh NamedMeshOf(const Mesh& mesh, const StringStore& names) {
  NamedMesh named;
  for (const MeshAxis& axis : mesh.axes) {
    named.axes.push_back({std::string(names.Get(axis.name)), axis.size});
  }
  named.devices = DeviceOrder::List(mesh.device_ids);
  return named;
}

Mesh MeshOf(const NamedMesh& named, StringStore& names) {
  Mesh mesh;
  for (const NamedAxis& axis : named.axes) {
    mesh.axes.push_back({names.Intern(axis.name), 0, axis.size});
  }
  mesh.device_ids = named.devices.list;
  return mesh;
}

bool Bind(const ShardingView& sharding, const Mesh& mesh,
          std::span<const AxisRef> manual, const ShardingStore& store,
          AxisSharding& axes) {
  for (const DimSharding& dim : sharding.dims) {
    DimAxes& bound = axes.dims.emplace_back();
    bound.open = dim.closed == 0;
    if (!BindAxes(store.axes(dim.axes), mesh, bound.axes)) return false;
  }
  axes.reduction = sharding.reduction;
  return BindAxes(store.axes(sharding.replicated), mesh, axes.replicated) &&
         BindAxes(store.axes(sharding.unreduced), mesh, axes.unreduced) &&
         BindAxes(manual, mesh, axes.manual);
}

TensorSharding Unbind(const AxisSharding& axes, const Mesh& mesh, MeshRef ref,
                      ShardingStore& store) {
  TensorSharding sharding;
  sharding.mesh = ref;
  for (const DimAxes& dim : axes.dims) {
    sharding.dims.push_back(
        {UnbindAxes(dim.axes, mesh, store), dim.open ? 0 : 1, kNoPriority});
  }
  sharding.replicated = UnbindAxes(axes.replicated, mesh, store);
  sharding.unreduced = UnbindAxes(axes.unreduced, mesh, store);
  sharding.reduction = axes.reduction;
  return sharding;
}

AxisRef Unbind(const ResolvedAxis& axis, const Mesh& mesh) {
  const MeshAxis& whole = mesh.axes[static_cast<size_t>(axis.axis)];
  return axis.lo == 1 && axis.hi == whole.size
             ? AxisRef::Full(whole.name)
             : AxisRef::Sub(whole.name, axis.lo, axis.size());
}

bool ToNamedMesh(const Mesh& mesh, const StringStore& names,
                 std::span<const size_t> axis_offsets, NamedMesh& named,
                 Error& error) {
  constexpr size_t kMaxAxes = 1024;  // axes are compared pairwise by name
  const auto offset = [&](size_t axis) {
    return axis < axis_offsets.size() ? axis_offsets[axis] : 0;
  };
  if (mesh.axes.size() > kMaxAxes) {
    return error.Set(offset(kMaxAxes),
                     fmt::format("more than {} axes", kMaxAxes));
  }
  if (mesh.TotalSize() > (int64_t{1} << 62)) {
    return error.Set(offset(0), "more than 2^62 devices");
  }
  named = NamedMeshOf(mesh, names);
  return true;
}

bool BindSharding(const ParsedSharding& parsed, const Mesh& mesh,
                  std::span<const AxisRef> manual, const ShardingStore& store,
                  const StringStore& names, AxisSharding& axes, Error& error) {
  // Bind sets no error, but it can't fail after a successful check.
  if (!CheckParsed(parsed, mesh, manual, store, names, error) ||
      !Bind(store.Get(parsed.id), mesh, manual, store, axes)) {
    return false;
  }
  const auto misfits = Misfits(axes);
  if (!misfits) return true;
  return error.Set(
      parsed.offset,
      fmt::format("overlapping sub-axes: {}, {}",
                  AxisRefText(Unbind(misfits->first, mesh), names),
                  AxisRefText(Unbind(misfits->second, mesh), names)));
}

}  // namespace shardflow::internal::gspmd
