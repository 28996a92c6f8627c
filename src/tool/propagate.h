#ifndef SHARDFLOW_TOOL_PROPAGATE_H_
#define SHARDFLOW_TOOL_PROPAGATE_H_

#include "tool/options.h"

namespace shardflow {

Command MakePropagateCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PROPAGATE_H_
