#include <vector>

#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/device_groups.h"
#include "ops/op_kind.h"
#include "ops/sharding_walk.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/compat.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the mesh in StableHLO's notation: #stablehlo.mesh<axes = [...], ...>.
AttrId StablehloMesh(Module& m, const Mesh& mesh) {
  const TypeId i64 = m.types.Integer(64);
  std::vector<AttrId> axes;
  for (const MeshAxis& axis : mesh.axes) {
    const AttrId fields[] = {m.attrs.String(axis.name),
                             m.attrs.Integer(i64, axis.size)};
    axes.push_back(MakeStruct(m, StructId::kStablehloMeshAxis, fields));
  }
  AttrId device_ids;
  if (!mesh.device_ids.empty()) {
    const int64_t shape[] = {static_cast<int64_t>(mesh.device_ids.size())};
    const NameId bytes =
        m.names.Intern({reinterpret_cast<const char*>(mesh.device_ids.data()),
                        mesh.device_ids.size() * sizeof(int64_t)});
    device_ids = m.attrs.Make(
        DenseElementsAttr{m.types.Tensor(shape, i64), bytes, /*splat=*/false});
  }
  const AttrId fields[] = {m.attrs.Array(axes), device_ids};
  return MakeStruct(m, StructId::kStablehloMesh, fields);
}

// Replaces mesh names in `replica_groups` with the meshes themselves or, with
// `list_orders`, with lists of devices if the mesh lists its devices in another
// order, which XLA ignores.
void InlineReplicaGroups(Module& m, const SymbolTable& symbols,
                         const MeshTable& meshes, bool list_orders, OpId op) {
  const AttrId groups = m.attr(op, name::kReplicaGroups);
  if (!IsStruct(m, groups, StructId::kReplicaGroupMeshAxes)) return;
  const WordList<AttrId> old = m.attrs.As<StructAttr>(groups).fields;
  std::vector<AttrId> fields(old.begin(), old.end());
  const AttrId ref = fields[0];
  if (!m.attrs.Is(ref, AttrKind::kSymbolRef)) return;
  const MeshId mesh = symbols.FindMesh(m, m.attrs.SymbolRoot(ref));
  if (!mesh) return;
  if (list_orders && !m.shardings.mesh(mesh).device_ids.empty()) {
    ListGroups(m, op, meshes);
    return;
  }
  fields[0] = StablehloMesh(m, m.shardings.mesh(mesh));
  m.SetAttr(op, name::kReplicaGroups,
            MakeStruct(m, StructId::kReplicaGroupMeshAxes, fields));
}

}  // namespace

// Replaces mesh names in all shardings with the meshes themselves, and erases
// the mesh ops.
bool InlineMeshes(Module& m, const NoOptions& /*options*/,
                  PassContext& context) {
  const SymbolTable symbols(m);
  const bool list_orders = GroupsAreAxes(context.compat);
  // The new form of each sharding, made once: a program has far fewer shardings
  // than values.
  std::vector<ShardingId> inlined(m.shardings.sharding_count());
  TransformShardings(
      m, m.root(), [&](ShardingId sharding, const ShardedTensor&) {
        if (sharding.Slot() >= inlined.size()) {
          inlined.resize(sharding.Slot() + 1);
        }
        ShardingId& result = inlined[sharding.Slot()];
        if (result) return result;
        const MeshRef ref = m.shardings.Get(sharding).mesh;
        const MeshId mesh = symbols.FindMesh(m, ref);
        result = ref.IsInlined() || !mesh
                     ? sharding
                     : WithMesh(m.shardings, sharding, MeshRef::Inlined(mesh));
        return result;
      });
  if (MayHaveGroupAxes(m)) {
    const MeshTable meshes = Meshes(m);
    WalkPreOrder(m, m.root(), [&](OpId op) {
      InlineReplicaGroups(m, symbols, meshes, list_orders, op);
    });
  }
  for (OpId op : m.Ops(m.body())) {
    if (m.kind(op) == OpKind::kMesh) m.Erase(op);
  }
  return true;
}

}  // namespace shardflow::internal
