#include "passes/gspmd/sharding_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "gspmd/from_axes.h"
#include "gspmd/print.h"

namespace shardflow::internal {
namespace {

gspmd::NamedMesh ToNamedMesh(const Mesh& mesh, const StringStore& names) {
  gspmd::NamedMesh named;
  for (const MeshAxis& axis : mesh.axes) {
    named.axes.push_back({std::string(names.Get(axis.name)), axis.size});
  }
  if (!mesh.device_ids.empty()) {
    named.devices = gspmd::DeviceOrder::List(mesh.device_ids);
  }
  return named;
}

// Binds axes to the mesh. Returns false if one is not in the mesh.
bool Bind(std::span<const AxisRef> refs, const Mesh& mesh,
          std::vector<ResolvedAxis>& axes) {
  for (const AxisRef& ref : refs) {
    const int i = mesh.AxisIndex(ref.name);
    if (i < 0) return false;
    const int64_t size = mesh.axes[static_cast<size_t>(i)].size;
    axes.push_back(
        ref.IsFull() ? ResolvedAxis{1, size, i}
                     : ResolvedAxis{ref.pre_size, ref.pre_size * ref.size, i});
  }
  return true;
}

bool Bind(const ShardingView& view, const Mesh& mesh,
          std::span<const NameId> manual, const ShardingStore& store,
          gspmd::AxisSharding& axes) {
  for (const DimSharding& dim : view.dims) {
    gspmd::DimAxes& bound = axes.dims.emplace_back();
    bound.open = dim.closed == 0;
    if (!Bind(store.axes(dim.axes), mesh, bound.axes)) return false;
  }
  std::vector<AxisRef> refs;
  for (const NameId axis : manual) refs.push_back(AxisRef::Full(axis));
  axes.reduction = view.reduction;
  return Bind(store.axes(view.replicated), mesh, axes.replicated) &&
         Bind(store.axes(view.unreduced), mesh, axes.unreduced) &&
         Bind(refs, mesh, axes.manual);
}

}  // namespace

bool ShardingWriter::Fail(OpId op, std::string message) {
  diagnostics_.Error(m_.Place(op), std::move(message));
  return false;
}

ManualId ShardingWriter::AddManualAxes(std::vector<NameId> axes) {
  const auto found = std::ranges::find(manual_axes_, axes);
  const auto id = static_cast<ManualId>(found - manual_axes_.begin());
  if (found == manual_axes_.end()) manual_axes_.push_back(std::move(axes));
  return id;
}

std::optional<NameId> ShardingWriter::Text(ShardingId sharding, ManualId manual,
                                           OpId op) {
  const auto known = texts_.find({sharding, manual});
  if (known != texts_.end()) return known->second;
  const ShardingView view = m_.shardings.Get(sharding);
  const MeshId id = symbols_.FindMesh(m_, view.mesh);
  if (!id) {
    Fail(op, "the mesh of a sharding is missing");
    return std::nullopt;
  }
  const Mesh& mesh = m_.shardings.mesh(id);
  gspmd::NamedSharding named;
  named.mesh = ToNamedMesh(mesh, m_.names);
  // A sharding on a single device doesn't depend on the manual axes around it.
  const bool single = mesh.axes.empty();
  const std::span<const NameId> axes =
      single ? std::span<const NameId>() : std::span(manual_axes(manual));
  if (!Bind(view, mesh, axes, m_.shardings, named.axes)) {
    Fail(op, "an axis of a sharding is not in its mesh");
    return std::nullopt;
  }
  gspmd::HloSharding hlo;
  Error error;
  if (options_.enable_hlo_sharding_v3) {
    hlo = gspmd::ToNamed(std::move(named));
  } else if (!ToTiles(named, hlo, error) ||
             (options_.list_devices && !ListDevices(hlo, error))) {
    Fail(op, error.message);
    return std::nullopt;
  }
  std::string text;
  AppendHloSharding(hlo, {.metadata = true}, text);
  const NameId name = m_.names.Intern(text);
  texts_[{sharding, manual}] = name;
  return name;
}

std::optional<NameId> ShardingWriter::Text(
    std::span<const ShardingId> shardings, ManualId manual, OpId op) {
  if (shardings.size() == 1) return Text(shardings.front(), manual, op);
  std::string tuple = "{";
  for (size_t i = 0; i < shardings.size(); ++i) {
    const std::optional<NameId> text = Text(shardings[i], manual, op);
    if (!text) return std::nullopt;
    if (i > 0) tuple += ", ";
    if (i > 0 && i % 5 == 0) tuple += fmt::format("/*index={}*/", i);
    tuple += m_.names.Get(*text);
  }
  return m_.names.Intern(tuple + "}");
}

}  // namespace shardflow::internal
