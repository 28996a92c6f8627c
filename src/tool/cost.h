#ifndef SHARDFLOW_TOOL_COST_H_
#define SHARDFLOW_TOOL_COST_H_

#include "tool/options.h"

namespace shardflow {

Command MakeCostCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COST_H_
