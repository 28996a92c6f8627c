#ifndef SHARDFLOW_TOOL_AUTO_H_
#define SHARDFLOW_TOOL_AUTO_H_

#include "tool/options.h"

namespace shardflow {

Command MakeAutoCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_AUTO_H_
