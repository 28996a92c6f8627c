#include "ir/walk.h"
#include "ops/op_def.h"
#include "passes/pass.h"

namespace shardflow::internal {

// Turns a constraint into a reshard to the same sharding, and keeps its
// attributes.
bool ShardingConstraintToReshard(Module& m, const NoOptions& /*options*/,
                                 PassContext& /*context*/) {
  if (m.op_count(OpKind::kShardingConstraint) == 0) return true;
  const NameId reshard = m.names.Intern(OpMnemonic(OpKind::kReshard));
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kShardingConstraint) {
      m.SetKind(op, OpKind::kReshard, reshard);
    }
  });
  return true;
}

}  // namespace shardflow::internal
