#ifndef SHARDFLOW_TOOL_OPT_H_
#define SHARDFLOW_TOOL_OPT_H_

#include "tool/options.h"

namespace shardflow {

// Makes `shardflow opt`, which runs individual passes. Its command line is like
// mlir-opt's. The command parses its words itself, because any word that begins
// with a dash may be a pass. Like mlir-opt, it returns 0 or 1.
Command MakeOptCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPT_H_
