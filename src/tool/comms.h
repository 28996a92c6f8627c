#ifndef SHARDFLOW_TOOL_COMMS_H_
#define SHARDFLOW_TOOL_COMMS_H_

#include "tool/options.h"

namespace shardflow {

// `shardflow comms`
Command MakeCommsCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMS_H_
