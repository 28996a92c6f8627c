#include "passes/export/edges.h"

#include <vector>

#include "ops/data_flow.h"
#include "ops/properties.h"

namespace shardflow::internal {

void TakeEdgeShardings(Module& m, std::span<const ValueId> owners) {
  std::vector<ShardingId> shardings;
  ShardingId first;
  for (ValueId owner : owners) {
    const OpId edge = EdgeOfTarget(m, owner);
    shardings.push_back(edge ? m.sharding(m.result(edge, 0))
                             : ShardingId::None());
    if (first.IsNone()) first = shardings.back();
  }
  if (first.IsNone()) return;
  const MeshRef mesh = m.shardings.Get(first).mesh;
  for (size_t i = 0; i < owners.size(); ++i) {
    if (!shardings[i]) {
      shardings[i] = m.shardings.FullyOpen(mesh, Shape(m, owners[i]).size());
    }
    // This call adds the manual axes, which the edge ops' shardings lack.
    SetEdgeOwnerSharding(m, owners[i], shardings[i]);
  }
}

void EraseEdge(Module& m, OpId edge) {
  m.ReplaceAllUses(m.result(edge, 0), m.operand(edge, 0));
  m.Erase(edge);
}

}  // namespace shardflow::internal
