#ifndef SHARDFLOW_SHARDING_MESH_TABLE_H_
#define SHARDFLOW_SHARDING_MESH_TABLE_H_

#include <optional>
#include <span>

#include "absl/container/flat_hash_map.h"

#include "sharding/sharding.h"

// What a sharding's mesh reference means: the mesh symbols of a module, by
// name. Filled from the module's mesh ops by whoever needs it; the table is
// small and does not follow later changes of the module.

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

// The mesh that all these shardings are on: missing ones don't count, and an
// empty mesh fits every other one. Equal meshes under two names are one, under
// the name met first. nullopt: there is no sharding, or two meshes differ, or
// one is unknown.
//
// With `ignore_device_ids`, meshes with the same axes are one; the (last) name
// of one without device ids is preferred.
std::optional<MeshRef> CommonMesh(const ShardingStore& store,
                                  const MeshTable& meshes,
                                  std::span<const ShardingId> shardings,
                                  bool ignore_device_ids = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_MESH_TABLE_H_
