#include "passes/gspmd/sharding_writer.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "gspmd/bind.h"
#include "gspmd/from_axes.h"
#include "gspmd/print.h"

namespace shardflow::internal {

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
  named.mesh = gspmd::NamedMeshOf(mesh, m_.names);
  // A sharding on a single device doesn't depend on the manual axes around it.
  std::vector<AxisRef> axes;
  if (!mesh.axes.empty()) {
    for (const NameId axis : manual_axes(manual)) {
      axes.push_back(AxisRef::Full(axis));
    }
  }
  if (!gspmd::Bind(view, mesh, axes, m_.shardings, named.axes)) {
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
