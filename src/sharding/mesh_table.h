#ifndef SHARDFLOW_SHARDING_MESH_TABLE_H_
#define SHARDFLOW_SHARDING_MESH_TABLE_H_

#include <optional>
#include <span>
#include <unordered_map>

#include "sharding/sharding.h"

// Maps the mesh symbols of a module to its meshes, to find the mesh of a
// sharding. A pass fills a table from the module's mesh ops when it needs one.
// The table isn't updated when the module changes.

namespace shardflow::internal {

class MeshTable {
 public:
  void Set(NameId symbol, MeshId mesh) { by_symbol_[symbol] = mesh; }

  // Returns the mesh with this symbol, or None.
  MeshId Find(NameId symbol) const {
    const auto it = by_symbol_.find(symbol);
    return it == by_symbol_.end() ? MeshId::None() : it->second;
  }
  // Returns the mesh that `ref` names, or the inlined mesh.
  MeshId Find(MeshRef ref) const {
    return ref.IsInlined() ? ref.inlined() : Find(ref.symbol());
  }

 private:
  // Not a flat_hash_map, which would add 1.3 s to the compile time of each file
  // that includes this header (half of the library). It isn't needed, because
  // programs have few meshes.
  std::unordered_map<NameId, MeshId> by_symbol_;
};

// Finds the mesh that all added shardings are on. An empty mesh agrees with any
// other. If equal meshes have different names, the first name is kept. With
// `ignore_device_ids`, meshes with the same axes agree, and the last mesh
// without device ids is preferred.
struct CommonMeshSearch {
  bool ignore_device_ids = false;
  std::optional<MeshRef> found = std::nullopt;  // as spelled in a sharding
  MeshId mesh = MeshId::None();                 // the mesh of `found`

  // Adds a sharding whose mesh reference is `next`. `id` is the mesh that
  // `next` refers to, or None if there is no such mesh. Returns false if the
  // mesh is unknown or differs from the others.
  bool Add(const ShardingStore& store, MeshRef next, MeshId id);
};

// Returns the mesh that all these shardings are on, skipping those that are
// None. Returns nullopt if no sharding is left, if two meshes differ, or if a
// mesh is unknown.
std::optional<MeshRef> CommonMesh(const ShardingStore& store,
                                  const MeshTable& meshes,
                                  std::span<const ShardingId> shardings,
                                  bool ignore_device_ids = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_MESH_TABLE_H_
