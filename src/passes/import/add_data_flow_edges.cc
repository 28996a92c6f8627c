#include "ir/walk.h"
#include "ops/present.h"
#include "passes/data_flow_edges.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool AddDataFlowEdges(Module& m, const NoOptions&, PassContext&) {
  if (!HasDataFlow(m)) return true;
  WalkPostOrder(m, m.root(), [&](OpId op) { AddDataFlowEdgeOps(m, op); });
  return true;
}

}  // namespace shardflow::internal
