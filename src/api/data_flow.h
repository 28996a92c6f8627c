#ifndef SHARDFLOW_API_DATA_FLOW_H_
#define SHARDFLOW_API_DATA_FLOW_H_

#include <memory>

#include "ops/data_flow.h"
#include "shardflow/extend.h"

namespace shardflow::internal {

// Adapts the caller's interface, which identifies the values of an edge by
// position (EdgeEnd), to the library's, which uses ids.
std::shared_ptr<const DataFlowInterface> AdaptDataFlow(
    std::shared_ptr<const OpInterface> op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_DATA_FLOW_H_
