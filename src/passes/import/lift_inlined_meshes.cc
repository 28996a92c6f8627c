#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/device_groups.h"
#include "ops/edit.h"
#include "ops/sharding_walk.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

// Makes every sharding refer to its mesh by name, and merges equal meshes.

namespace shardflow::internal {
namespace {

struct MeshNames {
  explicit MeshNames(const Module& m) : symbols(m) {}

  SymbolTable symbols;
  // Maps the attribute that defines a mesh (sdy.mesh or stablehlo.mesh) to the
  // mesh's name. A mesh that is defined in both ways has two names.
  absl::flat_hash_map<AttrId, NameId> names;
  // Maps the names of erased duplicates to the names that replace them.
  absl::flat_hash_map<NameId, NameId> renamed;
  // New meshes are inserted before this op, in the order in which they are
  // found.
  OpId anchor;
};

// Collects the mesh ops of the module, and erases duplicates.
void CollectMeshes(Module& m, MeshNames& meshes) {
  OpId last;
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const NameId symbol = m.symbol(op);
    const auto [at, inserted] =
        meshes.names.try_emplace(m.attr(op, name::kMesh), symbol);
    if (inserted) {
      last = op;
      continue;
    }
    meshes.renamed[symbol] = at->second;
    meshes.symbols.Remove(m, op);
    m.Erase(op);
  }
  meshes.anchor = last ? m.next_op(last) : m.block(m.body()).first;
}

NameId NewMeshName(Module& m, const Mesh& mesh) {
  if (mesh.IsMaximal()) {
    return m.names.Intern("maximal_mesh_" +
                          std::to_string(mesh.device_ids.front()));
  }
  return m.names.Intern(mesh.IsEmpty() ? "empty_mesh" : "mesh");
}

// Inserts an op for the mesh and records its name for `key`.
NameId AddMesh(Module& m, MeshNames& meshes, AttrId key, const Mesh& mesh,
               NameId symbol, Loc loc) {
  const OpId op = CreateMesh(m, symbol, m.shardings.InternMesh(mesh), loc);
  symbol = meshes.anchor ? meshes.symbols.InsertBefore(m, meshes.anchor, op)
                         : meshes.symbols.Insert(m, op);
  meshes.names[key] = symbol;
  return symbol;
}

MeshRef LiftMesh(Module& m, MeshNames& meshes, MeshRef ref) {
  if (!ref.IsInlined()) {
    const auto at = meshes.renamed.find(ref.symbol());
    return at == meshes.renamed.end() ? ref : MeshRef::Symbol(at->second);
  }
  const AttrId key = m.attrs.Mesh(ref.inlined());
  const auto at = meshes.names.find(key);
  if (at != meshes.names.end()) return MeshRef::Symbol(at->second);
  const Mesh mesh = m.shardings.mesh(ref.inlined());
  return MeshRef::Symbol(
      AddMesh(m, meshes, key, mesh, NewMeshName(m, mesh), m.loc(m.root())));
}

// Whether any sharding refers to a mesh that has to be lifted or renamed.
bool AnyToLift(const Module& m, const MeshNames& meshes) {
  for (size_t i = 0; i < m.shardings.sharding_count(); ++i) {
    const MeshRef ref = m.shardings.Get(ShardingId(i)).mesh;
    if (ref.IsInlined() || meshes.renamed.contains(ref.symbol())) return true;
  }
  return false;
}

// --- replica_groups of StableHLO collectives, which may also name meshes

// Returns the new name of a replica group's mesh, or None if it doesn't change.
NameId LiftGroupMesh(Module& m, MeshNames& meshes, AttrId mesh, Loc loc) {
  if (m.attrs.Is(mesh, AttrKind::kSymbolRef)) {
    const auto at = meshes.renamed.find(m.attrs.SymbolRoot(mesh));
    return at == meshes.renamed.end() ? NameId::None() : at->second;
  }
  const auto at = meshes.names.find(mesh);
  if (at != meshes.names.end()) return at->second;
  if (m.attrs.Is(mesh, AttrKind::kMesh)) {
    const Mesh value = m.shardings.mesh(m.attrs.As<MeshAttr>(mesh).mesh);
    return AddMesh(m, meshes, mesh, value, NewMeshName(m, value), loc);
  }
  if (IsStruct(m, mesh, StructId::kStablehloMesh)) {
    Mesh value = ReadStablehloMesh(m, mesh);
    value.device_ids.clear();  // as in Shardy
    return AddMesh(m, meshes, mesh, value, m.names.Intern("mesh"), loc);
  }
  return NameId::None();
}

void LiftReplicaGroups(Module& m, MeshNames& meshes, OpId op) {
  const AttrId groups = m.attr(op, name::kReplicaGroups);
  if (!IsStruct(m, groups, StructId::kReplicaGroupMeshAxes)) return;
  const NameId symbol =
      LiftGroupMesh(m, meshes, StructField(m, groups, 0), m.loc(op));
  if (symbol.IsNone()) return;
  const WordList<AttrId> old = m.attrs.As<StructAttr>(groups).fields;
  std::vector<AttrId> fields(old.begin(), old.end());
  fields[0] = m.attrs.SymbolRef(symbol);
  m.SetAttr(op, name::kReplicaGroups,
            MakeStruct(m, StructId::kReplicaGroupMeshAxes, fields));
}

// Visits the ops one kind at a time, because the names of new meshes depend on
// the order.
void LiftAllReplicaGroups(Module& m, MeshNames& meshes) {
  constexpr OpKind kKinds[] = {OpKind::kAllGather, OpKind::kAllReduce,
                               OpKind::kReduceScatter, OpKind::kAllToAll,
                               OpKind::kCollectiveBroadcast};
  const auto is_present = [&](OpKind kind) { return m.op_count(kind) > 0; };
  if (std::ranges::none_of(kKinds, is_present)) return;
  std::vector<OpId> ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (IsStruct(m, m.attr(op, name::kReplicaGroups),
                 StructId::kReplicaGroupMeshAxes)) {
      ops.push_back(op);
    }
  });
  for (const OpKind kind : kKinds) {
    for (const OpId op : ops) {
      if (m.kind(op) == kind) LiftReplicaGroups(m, meshes, op);
    }
  }
}

// Returns {axes = [{name = "x", size = 2 : i64}], device_ids = dense<...>}.
AttrId MeshAsDict(Module& m, const Mesh& mesh) {
  const TypeId i64 = m.types.Integer(64);
  std::vector<AttrId> axes;
  for (const MeshAxis& axis : mesh.axes) {
    axes.push_back(
        m.attrs.Dict({{name::kName, m.attrs.String(axis.name)},
                      {name::kSize, m.attrs.Integer(i64, axis.size)}},
                     m.names));
  }
  std::vector<NamedAttr> fields = {{name::kAxes, m.attrs.Array(axes)}};
  if (!mesh.device_ids.empty()) {
    fields.push_back({name::kDeviceIds, I64Elements(m, mesh.device_ids)});
  }
  return m.attrs.Dict(std::move(fields), m.names);
}

}  // namespace

bool LiftInlinedMeshes(Module& m, const NoOptions&, PassContext&) {
  MeshNames meshes(m);
  CollectMeshes(m, meshes);
  if (AnyToLift(m, meshes)) {
    TransformShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
      const MeshRef old = m.shardings.Get(id).mesh;
      const MeshRef lifted = LiftMesh(m, meshes, old);
      return lifted == old ? id : WithMesh(m.shardings, id, lifted);
    });
  }
  LiftAllReplicaGroups(m, meshes);
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh || m.attr(op, name::kStablehloMesh)) {
      continue;
    }
    const AttrId attr = m.attr(op, name::kMesh);
    if (!m.attrs.Is(attr, AttrKind::kMesh)) continue;
    const Mesh mesh = m.shardings.mesh(m.attrs.As<MeshAttr>(attr).mesh);
    m.SetAttr(op, name::kStablehloMesh, MeshAsDict(m, mesh));
  }
  return true;
}

}  // namespace shardflow::internal
