#ifndef SHARDFLOW_TOOL_OPT_H_
#define SHARDFLOW_TOOL_OPT_H_

#include "tool/options.h"

namespace shardflow {

// Single passes, with the command line of mlir-opt. Since any word that begins
// with a dash may be a pass, it parses its words itself. It returns 0 or 1, as
// mlir-opt does.
Command MakeOptCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPT_H_
