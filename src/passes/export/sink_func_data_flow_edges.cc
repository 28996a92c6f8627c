#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "passes/export/edges.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

// Moves the sharding of every sdy.func_data_flow_edge to its argument or call
// result, and erases the edge op.
bool SinkFuncDataFlowEdges(Module& m, const NoOptions& /*options*/,
                           PassContext& /*context*/) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) != OpKind::kFuncDataFlowEdge) return WalkResult::kAdvance;
    const ValueId operand = m.operand(op, 0);
    if (const ShardingId sharding = GetSharding(m, m.result(op, 0))) {
      SetSharding(m, operand, sharding);
    } else if (const ShardingId old = GetSharding(m, operand)) {
      SetSharding(m, operand, FullyOpenLike(m.shardings, old));
    }
    EraseEdge(m, op);
    return WalkResult::kSkip;
  });
  return true;
}

}  // namespace shardflow::internal
