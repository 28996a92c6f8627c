#ifndef SHARDFLOW_TOOL_EXPLAIN_H_
#define SHARDFLOW_TOOL_EXPLAIN_H_

#include "tool/options.h"

namespace shardflow {

Command MakeExplainCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_EXPLAIN_H_
