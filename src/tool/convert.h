#ifndef SHARDFLOW_TOOL_CONVERT_H_
#define SHARDFLOW_TOOL_CONVERT_H_

#include "tool/options.h"

namespace shardflow {

// Converts a program between text, JSON and portable artifacts.
Command MakeConvertCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_CONVERT_H_
