#ifndef SHARDFLOW_TOOL_PARTITION_H_
#define SHARDFLOW_TOOL_PARTITION_H_

#include "tool/options.h"

namespace shardflow {

Command MakePartitionCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PARTITION_H_
