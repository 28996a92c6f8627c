#ifndef SHARDFLOW_TOOL_RESHARD_H_
#define SHARDFLOW_TOOL_RESHARD_H_

#include "tool/options.h"

namespace shardflow {

Command MakeReshardCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_RESHARD_H_
