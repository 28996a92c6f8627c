#include <vector>

#include "ir/walk.h"
#include "ops/attr_tables.h"
#include "ops/op_kind.h"
#include "ops/sharding_walk.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow {
namespace {

// The mesh as StableHLO spells it: #stablehlo.mesh<axes = [...], ...>.
AttrId StablehloMesh(Module& m, const Mesh& mesh) {
  const TypeId i64 = m.types.Integer(64);
  std::vector<AttrId> axes;
  for (const MeshAxis& axis : mesh.axes) {
    const int64_t words[] = {static_cast<int64_t>(StructId::kStablehloMeshAxis),
                             m.attrs.String(axis.name).index,
                             m.attrs.Integer(i64, axis.size).index};
    axes.push_back(m.attrs.Make(AttrKind::kStruct, words));
  }
  AttrId device_ids;
  if (!mesh.device_ids.empty()) {
    const int64_t shape[] = {static_cast<int64_t>(mesh.device_ids.size())};
    const NameId bytes =
        m.names.Intern({reinterpret_cast<const char*>(mesh.device_ids.data()),
                        mesh.device_ids.size() * sizeof(int64_t)});
    const int64_t words[] = {m.types.Tensor(shape, i64).index, bytes.index,
                             /*splat=*/0};
    device_ids = m.attrs.Make(AttrKind::kDenseElements, words);
  }
  const int64_t words[] = {static_cast<int64_t>(StructId::kStablehloMesh),
                           m.attrs.Array(axes).index, device_ids.index};
  return m.attrs.Make(AttrKind::kStruct, words);
}

// `replica_groups` that name a mesh get the mesh itself.
void InlineReplicaGroups(Module& m, const SymbolTable& symbols, OpId op) {
  const AttrId groups = m.attr(op, name::kReplicaGroups);
  if (!m.attrs.Is(groups, AttrKind::kStruct)) return;
  std::vector<int64_t> words(m.attrs.words(groups).begin(),
                             m.attrs.words(groups).end());
  if (words[0] != static_cast<int64_t>(StructId::kReplicaGroupMeshAxes)) return;
  const AttrId ref(static_cast<int32_t>(words[1]));
  if (!m.attrs.Is(ref, AttrKind::kSymbolRef)) return;
  const MeshId mesh = symbols.FindMesh(m, m.attrs.SymbolRoot(ref));
  if (!mesh) return;
  words[1] = StablehloMesh(m, m.shardings.mesh(mesh)).index;
  m.SetAttr(op, name::kReplicaGroups, m.attrs.Make(AttrKind::kStruct, words));
}

}  // namespace

// Shardings name their mesh no more but spell it; the meshes go.
bool InlineMeshes(Module& m, const NoOptions& /*options*/,
                  PassContext& /*context*/) {
  const SymbolTable symbols(m);
  TransformShardings(
      m, m.root(), [&](ShardingId sharding, const ShardedTensor&) {
        const MeshRef ref = m.shardings.Get(sharding).mesh;
        const MeshId mesh = symbols.FindMesh(m, ref);
        if (ref.IsInlined() || !mesh) return sharding;
        return WithMesh(m.shardings, sharding, MeshRef::Inlined(mesh));
      });
  WalkPreOrder(m, m.root(),
               [&](OpId op) { InlineReplicaGroups(m, symbols, op); });
  for (OpId op : m.Ops(m.body())) {
    if (m.kind(op) == OpKind::kMesh) m.Erase(op);
  }
  return true;
}

}  // namespace shardflow
