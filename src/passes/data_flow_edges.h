#ifndef SHARDFLOW_PASSES_DATA_FLOW_EDGES_H_
#define SHARDFLOW_PASSES_DATA_FLOW_EDGES_H_

#include "ir/module.h"

// Makes data-flow edges explicit, as ops.

namespace shardflow::internal {

// Inserts an sdy.data_flow_edge after every edge owner of the op (see
// ops/data_flow.h), with the owner's sharding. All uses of the owner become
// uses of the edge op. Values without a static shape (such as tokens) get no
// edge op.
void AddDataFlowEdgeOps(Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_DATA_FLOW_EDGES_H_
