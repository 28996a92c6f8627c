#include "ir/walk.h"
#include "ops/device_groups.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "passes/export/main_shardings.h"
#include "passes/pass.h"
#include "sharding/compat.h"

namespace shardflow::internal {

// Removes `sdy.sharding` from all ops, arguments and results, and erases the
// meshes. The attributes of sdy ops (`sharding`, `in_shardings`) stay.
// If groups of devices are axes of a mesh, and this version of Shardy writes
// them by default, meshes stay for sdy-inline-meshes.
bool DropShardingAndMesh(Module& m, const DropShardingAndMeshOptions& options,
                         PassContext& context) {
  if (!options.keep_module_sharding_metadata) {
    for (const char* const attribute : kMainShardings) {
      m.SetAttr(m.root(), m.names.Intern(attribute), AttrId::None());
    }
  }
  const bool keep_meshes = GroupsAreAxes(context.compat) && MayHaveGroupAxes(m);
  std::vector<OpId> meshes;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kMesh) meshes.push_back(op);
    m.SetAttr(op, name::kSdySharding, AttrId::None());
    if (Def(m.kind(op)).spelling == ShardingSpelling::kDiscardable) {
      for (int i = 0; i < m.result_count(op); ++i) {
        m.SetSharding(m.result(op, i), ShardingId::None());
      }
    }
    if (!IsFunction(m, op)) return;
    const TypeId type = FunctionType(m, op);
    for (size_t i = 0; i < m.types.input_count(type); ++i) {
      SetArgSharding(m, op, i, ShardingId::None());
    }
    m.mutable_func(op).res_shardings.clear();
  });
  if (keep_meshes) return true;
  for (OpId mesh : meshes) m.Erase(mesh);
  return true;
}

}  // namespace shardflow::internal
