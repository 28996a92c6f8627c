#ifndef SHARDFLOW_TOOL_CONVERT_H_
#define SHARDFLOW_TOOL_CONVERT_H_

#include "tool/options.h"

namespace shardflow {

// Between the text of a program and its JSON.
Command MakeConvertCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CONVERT_H_
