#ifndef SHARDFLOW_TOOL_SERVE_H_
#define SHARDFLOW_TOOL_SERVE_H_

#include "tool/options.h"

namespace shardflow {

// Makes `shardflow serve`, which answers requests, one per line, until the
// input ends.
Command MakeServeCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SERVE_H_
