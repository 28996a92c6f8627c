#ifndef SHARDFLOW_PASSES_EXPORT_EDGES_H_
#define SHARDFLOW_PASSES_EXPORT_EDGES_H_

#include <span>

#include "ir/module.h"

// Steps shared by the passes that remove sdy.data_flow_edge ops.

namespace shardflow::internal {

// Gives the owners the shardings of their edge ops. If only some edges have a
// sharding, the owners of the others become fully open.
void TakeEdgeShardings(Module& m, std::span<const ValueId> owners);

// Replaces the edge op with its input.
void EraseEdge(Module& m, OpId edge);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EDGES_H_
