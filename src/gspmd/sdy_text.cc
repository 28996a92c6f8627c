#include "gspmd/sdy_text.h"

#include "gspmd/bind.h"
#include "sharding/parse.h"
#include "sharding/print.h"

namespace shardflow::internal::gspmd {

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
  const MeshId given = store.InternMesh(MeshOf(mesh, names));
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
  StringStore names;
  AppendMesh(MeshOf(mesh, names), names, out);
}

void AppendSdyAxis(const ResolvedAxis& axis, const NamedMesh& mesh,
                   std::string& out) {
  const NamedAxis& whole = mesh.axes[static_cast<size_t>(axis.axis)];
  const bool is_full = axis.lo == 1 && axis.hi == whole.size;
  AppendAxis(whole.name, is_full ? 0 : axis.lo, is_full ? 0 : axis.size(), out);
}

void AppendSdySharding(const AxisSharding& axes, const NamedMesh& mesh,
                       std::string& out) {
  StringStore names;
  ShardingStore store;
  const ShardingId sharding =
      store.Intern(Unbind(axes, MeshOf(mesh, names), MeshRef(), store));
  AppendDimsAndLists(store.Get(sharding), store, names, out);
}

}  // namespace shardflow::internal::gspmd
