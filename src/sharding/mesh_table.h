#ifndef SHARDFLOW_SHARDING_MESH_TABLE_H_
#define SHARDFLOW_SHARDING_MESH_TABLE_H_

#include "absl/container/flat_hash_map.h"

#include "sharding/sharding.h"

// What a sharding's mesh reference means: the mesh symbols of a module, by
// name. Filled from the module's mesh ops by whoever needs it; the table is
// small and does not follow later changes of the module.

namespace shardflow {

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

}  // namespace shardflow

#endif  // SHARDFLOW_SHARDING_MESH_TABLE_H_
