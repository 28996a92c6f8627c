#ifndef SHARDFLOW_TOOL_DIFF_H_
#define SHARDFLOW_TOOL_DIFF_H_

#include "tool/options.h"

namespace shardflow {

Command MakeDiffCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_DIFF_H_
