#include "ops/symbols.h"

#include <string>

#include "ops/op_def.h"

namespace shardflow::internal {

SymbolTable::SymbolTable(const Module& m) : ops_(m.names.size()) {
  for (const OpId op : m.Ops(m.body())) {
    const NameId name = m.symbol(op);
    if (name) Add(name, op);
  }
}

bool SymbolTable::Add(NameId name, OpId op) {
  SHARDFLOW_DCHECK(name);
  if (name.Slot() >= ops_.size()) ops_.resize(name.Slot() + 1);
  OpId& known = ops_[name.Slot()];
  if (known) return false;
  known = op;
  return true;
}

NameId SymbolTable::Insert(Module& m, OpId op) {
  m.Append(m.body(), op);
  return Register(m, op);
}

NameId SymbolTable::InsertBefore(Module& m, OpId anchor, OpId op) {
  m.InsertBefore(anchor, op);
  return Register(m, op);
}

NameId SymbolTable::Register(Module& m, OpId op) {
  NameId name = m.symbol(op);
  if (Add(name, op)) return name;
  const std::string base(m.names.Get(name));
  do {
    name = m.names.Intern(base + "_" + std::to_string(next_suffix_++));
  } while (!Add(name, op));
  m.SetAttr(op, name::kSymName, m.attrs.String(name));
  return name;
}

void SymbolTable::Remove(const Module& m, OpId op) {
  const NameId name = m.symbol(op);
  if (op && Find(name) == op) ops_[name.Slot()] = OpId::None();
}

namespace {

// The mesh of an op; None if it is no mesh op.
MeshId MeshOf(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kMesh) return MeshId::None();
  const AttrId attr = m.attr(op, name::kMesh);
  if (!m.attrs.Is(attr, AttrKind::kMesh)) return MeshId::None();
  return m.attrs.As<MeshAttr>(attr).mesh;
}

}  // namespace

MeshId SymbolTable::FindMesh(const Module& m, NameId name) const {
  const OpId op = Find(name);
  return op ? MeshOf(m, op) : MeshId::None();
}

MeshTable Meshes(const Module& m) {
  MeshTable table;
  for (const OpId op : m.Ops(m.body())) {
    const MeshId mesh = MeshOf(m, op);
    if (mesh) table.Set(m.symbol(op), mesh);
  }
  return table;
}

namespace {

bool SameMesh(const Mesh& a, const Mesh& b, bool ignore_device_ids) {
  if (!ignore_device_ids) return a == b;
  return a.IsMaximal() == b.IsMaximal() && a.axes == b.axes;
}

// The mesh met so far, and how it was spelled.
struct MeshSearch {
  const Mesh* mesh = nullptr;
  std::optional<MeshRef> ref;
};

// False if the sharding is on another mesh.
bool Meet(const Module& m, const SymbolTable& symbols, ShardingId sharding,
          bool ignore_device_ids, MeshSearch& search) {
  const MeshRef ref = m.shardings.Get(sharding).mesh;
  // The usual case, without a lookup: all shardings spell one mesh alike.
  if (search.ref == ref) return true;
  const MeshId id = symbols.FindMesh(m, ref);
  if (id.IsNone()) return false;
  const Mesh& mesh = m.shardings.mesh(id);
  if (search.mesh == nullptr || search.mesh->IsEmpty()) {
    search = {&mesh, ref};
    return true;
  }
  if (mesh.IsEmpty()) return true;
  if (!SameMesh(mesh, *search.mesh, ignore_device_ids)) return false;
  if (ignore_device_ids && mesh.device_ids.empty()) search = {&mesh, ref};
  return true;
}

}  // namespace

std::optional<MeshRef> CommonMesh(const Module& m, const SymbolTable& symbols,
                                  std::span<const ShardingId> operands,
                                  std::span<const ShardingId> results,
                                  bool ignore_device_ids) {
  MeshSearch search;
  for (const std::span<const ShardingId> list : {operands, results}) {
    for (const ShardingId sharding : list) {
      if (sharding.IsNone()) continue;
      if (!Meet(m, symbols, sharding, ignore_device_ids, search)) {
        return std::nullopt;
      }
    }
  }
  return search.ref;
}

}  // namespace shardflow::internal
