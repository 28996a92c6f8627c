#include "passes/data_flow_edges.h"

#include <vector>

#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/properties.h"

namespace shardflow::internal {
namespace {

// Inserts an edge op right after each owner. Works from last to first, so that
// edge ops inserted at the same place end up in the order of their owners.
void AddEdges(Module& m, const std::vector<ValueId>& owners) {
  for (auto owner = owners.rbegin(); owner != owners.rend(); ++owner) {
    if (!IsShardable(m, m.type(*owner))) continue;
    // The value already has an edge, from an earlier pass or from the program.
    if (EdgeOfTarget(m, *owner)) continue;
    const OpId edge = CreatePassOn(m, OpKind::kDataFlowEdge, *owner,
                                   ValueLoc(m, *owner), GetSharding(m, *owner));
    InsertAfterValue(m, *owner, edge);
    ReplaceUsesExcept(m, *owner, m.result(edge, 0), edge);
  }
}

}  // namespace

void AddDataFlowEdgeOps(Module& m, OpId op) {
  if (DataFlow(m, op) == nullptr) return;
  AddEdges(m, ArgEdgeOwners(m, op));
  AddEdges(m, ResultEdgeOwners(m, op));
}

}  // namespace shardflow::internal
