#ifndef SHARDFLOW_SHARDING_MESH_TABLE_H_
#define SHARDFLOW_SHARDING_MESH_TABLE_H_

#include <optional>
#include <span>

#include "absl/container/flat_hash_map.h"

#include "sharding/sharding.h"

// Maps the mesh symbols of a module to its meshes, to find the mesh of a
// sharding. Passes fill a table from the module's mesh ops when they need one;
// it does not change when the module does.

namespace shardflow::internal {

class MeshTable {
 public:
  void Set(NameId symbol, MeshId mesh) { by_symbol_[symbol] = mesh; }

  // None: no such symbol.
  MeshId Find(NameId symbol) const {
    const auto it = by_symbol_.find(symbol);
    return it == by_symbol_.end() ? MeshId::None() : it->second;
  }
  // The mesh itself if it is inlined.
  MeshId Find(MeshRef ref) const {
    return ref.IsInlined() ? ref.inlined() : Find(ref.symbol());
  }

 private:
  absl::flat_hash_map<NameId, MeshId> by_symbol_;
};

// Finds the mesh that shardings are on, one sharding after the other. An empty
// mesh agrees with any other. Of equal meshes with different names the first
// name counts. With `ignore_device_ids`, meshes with the same axes agree; a
// mesh without device ids is preferred, and of several the last.
struct CommonMeshSearch {
  bool ignore_device_ids = false;
  std::optional<MeshRef> found = std::nullopt;  // as a sharding spells it
  MeshId mesh = MeshId::None();                 // what `found` names

  // `next` names the mesh `id`, None if it is unknown. False: it is another
  // mesh than the others, or unknown.
  bool Add(const ShardingStore& store, MeshRef next, MeshId id);
};

// Returns the mesh that all these shardings, without those that are None, are
// on. Nullopt if there is no sharding, if two meshes differ, or if one is
// unknown.
std::optional<MeshRef> CommonMesh(const ShardingStore& store,
                                  const MeshTable& meshes,
                                  std::span<const ShardingId> shardings,
                                  bool ignore_device_ids = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_MESH_TABLE_H_
