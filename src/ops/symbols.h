#ifndef SHARDFLOW_OPS_SYMBOLS_H_
#define SHARDFLOW_OPS_SYMBOLS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "sharding/mesh_table.h"

// The symbols of a module (functions and meshes), by name. A pass builds a
// table in one walk over the module's body, and keeps it up to date by using
// the functions here. The table doesn't see symbols that are inserted or
// renamed by other means.

namespace shardflow::internal {

class SymbolTable {
 public:
  explicit SymbolTable(const Module& m);

  // Returns None if there is no such symbol.
  OpId Find(NameId name) const {
    return name && name.Slot() < ops_.size() ? ops_[name.Slot()] : OpId::None();
  }
  bool Contains(NameId name) const { return static_cast<bool>(Find(name)); }

  // Appends a detached op to the module's body and registers it. If its name is
  // taken, it gets a suffix (name_0, name_1, ...) from a counter that all
  // insertions share. Returns the final name.
  NameId Insert(Module& m, OpId op);
  // Like Insert, but inserts the op before `anchor`.
  NameId InsertBefore(Module& m, OpId anchor, OpId op);
  // Removes the op from the table, but not from the module.
  void Remove(const Module& m, OpId op);

  // Returns the mesh that a reference names, or None if there is no such mesh.
  MeshId FindMesh(const Module& m, NameId name) const;
  MeshId FindMesh(const Module& m, MeshRef ref) const {
    return ref.IsInlined() ? ref.inlined() : FindMesh(m, ref.symbol());
  }

 private:
  // Returns false if the name is taken.
  bool Add(NameId name, OpId op);
  NameId Register(Module& m, OpId op);

  // Indexed by name. A look-up needs no hashing and at most one cache miss,
  // even if there are many functions.
  std::vector<OpId> ops_;
  uint32_t next_suffix_ = 0;
};

// Returns the symbol of the first op with this mesh, or None.
NameId SymbolOfMesh(const Module& m, const SymbolTable& symbols, MeshId mesh);

// Appends the attributes that an array, a dictionary or a structure consists
// of. (Other kinds may name symbols too, such as the mesh of a sharding, but
// not functions.)
void PushHeldAttrs(const AttrStore& attrs, AttrId attr,
                   std::vector<AttrId>& stack);
// Whether the attribute contains the symbol of a function or of another op.
bool NamesSymbol(const Module& m, AttrId attr);

// Returns how many devices the largest mesh of the module has, or 0 if there is
// no mesh. Meshes that are a single device don't count.
int64_t DeviceCount(const Module& m, const SymbolTable& symbols);

// Returns a table of all meshes in the module, for use by the functions in
// sharding/.
MeshTable Meshes(const Module& m);

// Like CommonMesh of sharding/mesh_table.h, but for operands and results.
std::optional<MeshRef> CommonMesh(const Module& m, const SymbolTable& symbols,
                                  std::span<const ShardingId> operands,
                                  std::span<const ShardingId> results = {},
                                  bool ignore_device_ids = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SYMBOLS_H_
