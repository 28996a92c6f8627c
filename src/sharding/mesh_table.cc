#include "sharding/mesh_table.h"

namespace shardflow::internal {
namespace {

bool SameAxes(const Mesh& a, const Mesh& b) {
  return a.IsMaximal() == b.IsMaximal() && a.axes == b.axes;
}

}  // namespace

std::optional<MeshRef> CommonMesh(const ShardingStore& store,
                                  const MeshTable& meshes,
                                  std::span<const ShardingId> shardings,
                                  bool ignore_device_ids) {
  std::optional<MeshRef> common;
  MeshId common_id;
  for (const ShardingId id : shardings) {
    if (!id) continue;
    const MeshRef ref = store.Get(id).mesh;
    const MeshId mesh = meshes.Find(ref);
    if (!mesh) return std::nullopt;
    if (!common || store.mesh(common_id).IsEmpty()) {
      common = ref;
      common_id = mesh;
      continue;
    }
    if (store.mesh(mesh).IsEmpty()) continue;
    if (mesh != common_id &&
        (!ignore_device_ids ||
         !SameAxes(store.mesh(mesh), store.mesh(common_id)))) {
      return std::nullopt;
    }
    if (ignore_device_ids && store.mesh(mesh).device_ids.empty()) {
      common = ref;
      common_id = mesh;
    }
  }
  return common;
}

}  // namespace shardflow::internal
