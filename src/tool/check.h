#ifndef SHARDFLOW_TOOL_CHECK_H_
#define SHARDFLOW_TOOL_CHECK_H_

#include "tool/options.h"

namespace shardflow {

// Makes the command `shardflow check`, for checking shardings in CI.
Command MakeCheckCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CHECK_H_
