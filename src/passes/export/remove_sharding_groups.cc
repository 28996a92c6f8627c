#include <vector>

#include "ir/walk.h"
#include "ops/op_kind.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool RemoveShardingGroups(Module& m, const NoOptions& /*options*/,
                          PassContext& /*context*/) {
  if (m.op_count(OpKind::kShardingGroup) == 0) return true;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kShardingGroup) m.Erase(op);
  });
  return true;
}

}  // namespace shardflow::internal
