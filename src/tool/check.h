#ifndef SHARDFLOW_TOOL_CHECK_H_
#define SHARDFLOW_TOOL_CHECK_H_

#include "tool/options.h"

namespace shardflow {

// `shardflow check`: checks that a program is sharded as required, for CI.
Command MakeCheckCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CHECK_H_
