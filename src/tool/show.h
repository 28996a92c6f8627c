#ifndef SHARDFLOW_TOOL_SHOW_H_
#define SHARDFLOW_TOOL_SHOW_H_

#include "tool/options.h"

namespace shardflow {

Command MakeShowCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_H_
