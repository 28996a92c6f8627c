#ifndef SHARDFLOW_API_EDGES_H_
#define SHARDFLOW_API_EDGES_H_

#include <optional>
#include <vector>

#include "shardflow/extend.h"

// What follows from a list of data-flow edges: the answers that DataFlowOp and
// ShardableOp have unless they are overridden.

namespace shardflow {

using Edges = std::vector<DataFlowEdge>;

std::vector<EdgeEnd> ArgumentOwners(const Edges& edges);
std::vector<EdgeEnd> ResultOwners(const Edges& edges);
// Of the edge with this owner; empty if there is none.
std::vector<EdgeEnd> SourcesOf(const Edges& edges, EdgeEnd owner);
std::vector<EdgeEnd> OtherTargetsOf(const Edges& edges, EdgeEnd owner);
std::optional<EdgeEnd> OwnerOfTarget(const Edges& edges, EdgeEnd target);
std::optional<EdgeEnd> OwnerOfSource(const Edges& edges, EdgeEnd source);

}  // namespace shardflow

#endif  // SHARDFLOW_API_EDGES_H_
