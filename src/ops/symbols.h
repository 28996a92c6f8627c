#ifndef SHARDFLOW_OPS_SYMBOLS_H_
#define SHARDFLOW_OPS_SYMBOLS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "sharding/mesh_table.h"

// The symbols of a module (functions, meshes): name -> op. A table is built
// for a pass (one walk over the module's body) and kept up to date by the
// functions here; symbols that are linked or renamed by other means are not
// seen.

namespace shardflow::internal {

class SymbolTable {
 public:
  explicit SymbolTable(const Module& m);

  // None if there is no such symbol.
  OpId Find(NameId name) const {
    return name && name.Slot() < ops_.size() ? ops_[name.Slot()] : OpId::None();
  }
  bool Contains(NameId name) const { return static_cast<bool>(Find(name)); }

  // Appends a detached op to the module's body and registers it; if its name
  // is taken, it gets the first free one of name_0, name_1, ... (the counter
  // runs on over all insertions). Returns the final name.
  NameId Insert(Module& m, OpId op);
  // As above, linked before `anchor`.
  NameId InsertBefore(Module& m, OpId anchor, OpId op);
  // Takes the op out of the table (not out of the module).
  void Remove(const Module& m, OpId op);

  // The mesh that a reference means; None if there is no such mesh.
  MeshId FindMesh(const Module& m, NameId name) const;
  MeshId FindMesh(const Module& m, MeshRef ref) const {
    return ref.IsInlined() ? ref.inlined() : FindMesh(m, ref.symbol());
  }

 private:
  // False if the name is taken.
  bool Add(NameId name, OpId op);
  NameId Register(Module& m, OpId op);

  // By name: no hashing, and one cache miss where there are many functions.
  std::vector<OpId> ops_;
  uint32_t next_suffix_ = 0;
};

// All mesh symbols of the module, as the algebra reads them.
MeshTable Meshes(const Module& m);

// As CommonMesh in sharding/mesh_table.h, of two lists and by the module's own
// symbols.
std::optional<MeshRef> CommonMesh(const Module& m, const SymbolTable& symbols,
                                  std::span<const ShardingId> operands,
                                  std::span<const ShardingId> results = {},
                                  bool ignore_device_ids = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SYMBOLS_H_
