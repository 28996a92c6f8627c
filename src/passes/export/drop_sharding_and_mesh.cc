#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "passes/pass.h"

namespace shardflow::internal {

// Removes `sdy.sharding` from all ops, arguments and results, and erases the
// meshes. The attributes of sdy ops (`sharding`, `in_shardings`) stay.
bool DropShardingAndMesh(Module& m, const NoOptions& /*options*/,
                         PassContext& /*context*/) {
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
  for (OpId mesh : meshes) m.Erase(mesh);
  return true;
}

}  // namespace shardflow::internal
