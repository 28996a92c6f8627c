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

std::vector<ResolvedAxis> BindAxes(std::span<const AxisRef> axes,
                                   const Mesh& mesh) {
  std::vector<ResolvedAxis> bound;
  bound.reserve(axes.size());
  for (const AxisRef& axis : axes) {
    bound.push_back(
        {PreSize(axis), NextPreSize(axis, mesh), mesh.AxisIndex(axis.name)});
  }
  return bound;
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
  std::ranges::sort(all, [](const ResolvedAxis& a, const ResolvedAxis& b) {
    return a.axis != b.axis ? a.axis < b.axis : a.lo < b.lo;
  });
  for (size_t i = 1; i < all.size(); ++i) {
    const ResolvedAxis& a = all[i - 1];
    const ResolvedAxis& b = all[i];
    if (a.axis == b.axis && b.lo % a.hi != 0) return std::pair(a, b);
  }
  return std::nullopt;
}

std::string AxisText(const ResolvedAxis& axis, const Mesh& mesh,
                     const StringStore& names) {
  const NameId name = mesh.axes[static_cast<size_t>(axis.axis)].name;
  return AxisRefText(AxisRef::Sub(name, axis.lo, axis.hi / axis.lo), names);
}

}  // namespace

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
  for (const MeshAxis& axis : mesh.axes) {
    named.axes.push_back({std::string(names.Get(axis.name)), axis.size});
  }
  named.devices.list = mesh.device_ids;
  return true;
}

bool BindSharding(const ParsedSharding& parsed, const Mesh& mesh,
                  std::span<const AxisRef> manual, const ShardingStore& store,
                  const StringStore& names, AxisSharding& axes, Error& error) {
  if (!CheckParsed(parsed, mesh, manual, store, names, error)) {
    return false;
  }
  const ShardingView view = store.Get(parsed.id);
  for (const DimSharding& dim : view.dims) {
    axes.dims.push_back(
        {BindAxes(store.axes(dim.axes), mesh), dim.closed == 0});
  }
  axes.replicated = BindAxes(store.axes(view.replicated), mesh);
  axes.unreduced = BindAxes(store.axes(view.unreduced), mesh);
  axes.manual = BindAxes(manual, mesh);
  axes.reduction = view.reduction;
  const auto misfits = Misfits(axes);
  if (!misfits) return true;
  return error.Set(parsed.offset,
                   fmt::format("overlapping sub-axes: {}, {}",
                               AxisText(misfits->first, mesh, names),
                               AxisText(misfits->second, mesh, names)));
}

}  // namespace shardflow::internal::gspmd
