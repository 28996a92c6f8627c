#ifndef SHARDFLOW_TOOL_PASSES_H_
#define SHARDFLOW_TOOL_PASSES_H_

#include "tool/options.h"

namespace shardflow {

Command MakePassesCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PASSES_H_
