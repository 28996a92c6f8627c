#ifndef SHARDFLOW_TOOL_CHECK_H_
#define SHARDFLOW_TOOL_CHECK_H_

#include "tool/options.h"

namespace shardflow {

// Makes the command `shardflow check`, with which CI checks shardings.
Command MakeCheckCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CHECK_H_
