#ifndef SHARDFLOW_TOOL_OPT_H_
#define SHARDFLOW_TOOL_OPT_H_

#include "tool/options.h"

namespace shardflow {

// Single passes, with the command line of mlir-opt. Any word with a dash may be
// a pass, so it reads its words by itself; it ends with 0 or 1, as mlir-opt.
Command MakeOptCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPT_H_
