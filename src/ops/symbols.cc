#include "ops/symbols.h"

#include <algorithm>
#include <string>
#include <vector>

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

// Returns the mesh of a mesh op, or None for any other op.
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

NameId SymbolOfMesh(const Module& m, const SymbolTable& symbols, MeshId mesh) {
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) == OpKind::kMesh &&
        symbols.FindMesh(m, m.symbol(op)) == mesh) {
      return m.symbol(op);
    }
  }
  return NameId::None();
}

void PushHeldAttrs(const AttrStore& attrs, AttrId attr,
                   std::vector<AttrId>& stack) {
  switch (attrs.kind(attr)) {
    case AttrKind::kArray:
      for (const AttrId item : attrs.As<ArrayAttr>(attr).items) {
        stack.push_back(item);
      }
      break;
    case AttrKind::kDict:
      for (const NamedAttr item : attrs.As<DictAttr>(attr).items) {
        stack.push_back(item.value);
      }
      break;
    case AttrKind::kStruct:
      for (const AttrId field : attrs.As<StructAttr>(attr).fields) {
        stack.push_back(field);
      }
      break;
    default:
      break;
  }
}

bool NamesSymbol(const Module& m, AttrId attr) {
  // A stack instead of recursion: attributes may nest deeply.
  std::vector<AttrId> stack = {attr};
  while (!stack.empty()) {
    const AttrId next = stack.back();
    stack.pop_back();
    if (next.IsNone()) continue;
    if (m.attrs.kind(next) == AttrKind::kSymbolRef) return true;
    PushHeldAttrs(m.attrs, next, stack);
  }
  return false;
}

int64_t DeviceCount(const Module& m, const SymbolTable& symbols) {
  int64_t devices = 0;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
    if (mesh && !m.shardings.mesh(mesh).IsMaximal()) {
      devices = std::max(devices, m.shardings.mesh(mesh).TotalSize());
    }
  }
  return devices;
}

MeshTable Meshes(const Module& m) {
  MeshTable table;
  for (const OpId op : m.Ops(m.body())) {
    const MeshId mesh = MeshOf(m, op);
    if (mesh) table.Set(m.symbol(op), mesh);
  }
  return table;
}

std::optional<MeshRef> CommonMesh(const Module& m, const SymbolTable& symbols,
                                  std::span<const ShardingId> operands,
                                  std::span<const ShardingId> results,
                                  bool ignore_device_ids) {
  CommonMeshSearch search{.ignore_device_ids = ignore_device_ids};
  for (const std::span<const ShardingId> list : {operands, results}) {
    for (const ShardingId sharding : list) {
      if (sharding.IsNone()) continue;
      const MeshRef ref = m.shardings.Get(sharding).mesh;
      // The usual case: all shardings name the same mesh, so no look-up is
      // needed.
      if (search.found == ref) continue;
      if (!search.Add(m.shardings, ref, symbols.FindMesh(m, ref))) {
        return std::nullopt;
      }
    }
  }
  return search.found;
}

}  // namespace shardflow::internal
