#include <vector>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"

// Removes the all-gathers before a dot or the reduce-scatter after it, for
// backends that fuse them with the dot and therefore expect a dot of sharded
// tensors.

namespace shardflow::internal {
namespace {

void Collect(Module& m, OpId dot, std::vector<OpId>& redundant) {
  bool has_gather = false;
  for (int i = 0; i < m.operand_count(dot); ++i) {
    const OpId def = m.def(m.operand(dot, i));
    if (def && m.kind(def) == OpKind::kSdyAllGather &&
        m.HasOneUse(m.result(def, 0))) {
      redundant.push_back(def);
      has_gather = true;
    }
  }
  // The reduce-scatter is removed only if no all-gather is.
  if (has_gather) return;
  const ValueId result = m.result(dot, 0);
  const OpId user = OnlyUser(m, result);
  if (!user || m.kind(user) != OpKind::kSdyReduceScatter) return;
  const ShardingId sharding = GetSharding(m, result);
  if (sharding &&
      m.shardings.Get(sharding).unreduced != ShardingStore::kEmptyAxes) {
    return;
  }
  m.SetSharding(result, m.sharding(m.result(user, 0)));
  redundant.push_back(user);
}

}  // namespace

bool RemoveAllGatherReduceScatterForCmv1(Module& m, const NoOptions&,
                                         PassContext&) {
  std::vector<OpId> redundant;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kDot || m.kind(op) == OpKind::kDotGeneral) {
      Collect(m, op, redundant);
    }
  });
  for (const OpId op : redundant) {
    m.ReplaceAllUses(m.result(op, 0), m.operand(op, 0));
    m.Erase(op);
  }
  return true;
}

}  // namespace shardflow::internal
