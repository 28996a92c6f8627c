#include "gspmd/sdy_text.h"

#include "base/append.h"
#include "gspmd/bind.h"
#include "sharding/parse.h"
#include "sharding/print.h"

namespace shardflow::internal::gspmd {
namespace {

void AppendSdyAxes(const std::vector<ResolvedAxis>& axes, const NamedMesh& mesh,
                   std::string& out) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (i > 0) out += ", ";
    AppendSdyAxis(axes[i], mesh, out);
  }
}

Mesh ToMesh(const NamedMesh& named, StringStore& names) {
  Mesh mesh;
  for (const NamedAxis& axis : named.axes) {
    mesh.axes.push_back({names.Intern(axis.name), 0, axis.size});
  }
  mesh.device_ids = named.devices.list;
  return mesh;
}

}  // namespace

std::optional<NamedMesh> ParseSdyMesh(std::string_view text, Error& error) {
  StringStore names;
  ShardingStore store;
  const std::optional<MeshId> mesh = ParseMesh(text, names, store, error);
  NamedMesh named;
  if (!mesh || !ToNamedMesh(store.mesh(*mesh), names, {}, named, error)) {
    return std::nullopt;
  }
  return named;
}

std::optional<SdyShardings> ParseSdySharding(
    std::string_view text, const NamedMesh& mesh,
    std::span<const std::string> manual, Error& error) {
  StringStore names;
  ShardingStore store;
  const MeshId given = store.InternMesh(ToMesh(mesh, names));
  const std::optional<ParsedShardings> parsed =
      ParseShardings(text, MeshRef::Inlined(given), names, store, error);
  if (!parsed) return std::nullopt;
  std::vector<AxisRef> manual_axes;
  for (const std::string& name : manual) {
    manual_axes.push_back(AxisRef::Full(names.Intern(name)));
  }
  SdyShardings shardings;
  shardings.is_list = parsed->is_list;
  for (const ParsedSharding& item : parsed->items) {
    const MeshRef ref = store.Get(item.id).mesh;
    const Mesh& of_item = store.mesh(ref.IsInlined() ? ref.inlined() : given);
    NamedSharding& named = shardings.items.emplace_back();
    if (!ToNamedMesh(of_item, names, {}, named.mesh, error) ||
        !BindSharding(item, of_item, manual_axes, store, names, named.axes,
                      error)) {
      return std::nullopt;
    }
  }
  return shardings;
}

void AppendSdyMesh(const NamedMesh& mesh, std::string& out) {
  out += "<[";
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    if (i > 0) out += ", ";
    AppendQuoted(mesh.axes[i].name, out);
    out += '=';
    AppendInt(mesh.axes[i].size, out);
  }
  out += ']';
  if (mesh.HasDeviceOrder()) {
    out += ", device_ids=[";
    const std::optional<std::vector<int64_t>> list = Expand(mesh.devices);
    for (size_t i = 0; list && i < list->size(); ++i) {
      if (i > 0) out += ", ";
      AppendInt((*list)[i], out);
    }
    out += ']';
  }
  out += '>';
}

void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out) {
  const NamedAxis& named = mesh.axes[static_cast<size_t>(axis.axis)];
  AppendQuoted(named.name, out);
  if (axis.lo == 1 && axis.hi == named.size) return;
  out += ":(";
  AppendInt(axis.lo, out);
  out += ')';
  AppendInt(axis.size(), out);
}

void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out) {
  out += '[';
  for (size_t i = 0; i < axes.dims.size(); ++i) {
    out += i > 0 ? ", {" : "{";
    AppendSdyAxes(axes.dims[i].axes, mesh, out);
    if (axes.dims[i].open) out += axes.dims[i].axes.empty() ? "?" : ", ?";
    out += '}';
  }
  out += ']';
  if (!axes.replicated.empty()) {
    out += ", replicated={";
    AppendSdyAxes(axes.replicated, mesh, out);
    out += '}';
  }
  if (axes.unreduced.empty()) return;
  out += ", unreduced=";
  if (axes.reduction != ReductionKind::kSum) {
    out += ReductionName(axes.reduction);
  }
  out += '{';
  AppendSdyAxes(axes.unreduced, mesh, out);
  out += '}';
}

}  // namespace shardflow::internal::gspmd
