#include "gspmd/bind.h"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "sharding/axis.h"

namespace shardflow::gspmd {
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

}  // namespace

bool ToNamedMesh(const Mesh& mesh, const StringStore& names,
                 std::span<const size_t> axis_offsets, NamedMesh& named,
                 TextError& error) {
  constexpr size_t kMaxAxes = 1024;  // names are compared pairwise
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
                  const StringStore& names, AxisSharding& axes,
                  TextError& error) {
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
  return true;
}

}  // namespace shardflow::gspmd
