#include "sharding/mesh_table.h"

namespace shardflow::internal {
namespace {

bool SameAxes(const Mesh& a, const Mesh& b) {
  return a.IsMaximal() == b.IsMaximal() && a.axes == b.axes;
}

}  // namespace

bool CommonMeshSearch::Add(const ShardingStore& store, MeshRef next,
                           MeshId id) {
  if (!id) return false;
  if (!found || store.mesh(mesh).IsEmpty()) {
    found = next;
    mesh = id;
    return true;
  }
  if (store.mesh(id).IsEmpty()) return true;
  if (id != mesh &&
      (!ignore_device_ids || !SameAxes(store.mesh(id), store.mesh(mesh)))) {
    return false;
  }
  if (ignore_device_ids && store.mesh(id).device_ids.empty()) {
    found = next;
    mesh = id;
  }
  return true;
}

std::optional<MeshRef> CommonMesh(const ShardingStore& store,
                                  const MeshTable& meshes,
                                  std::span<const ShardingId> shardings,
                                  bool ignore_device_ids) {
  CommonMeshSearch search{.ignore_device_ids = ignore_device_ids};
  for (const ShardingId id : shardings) {
    if (!id) continue;
    const MeshRef ref = store.Get(id).mesh;
    // The usual case: all shardings name the same mesh, so there is nothing to
    // look up.
    if (search.found == ref) continue;
    if (!search.Add(store, ref, meshes.Find(ref))) return std::nullopt;
  }
  return search.found;
}

}  // namespace shardflow::internal
