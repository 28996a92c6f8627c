#ifndef SHARDFLOW_TOOL_LINT_H_
#define SHARDFLOW_TOOL_LINT_H_

#include "tool/options.h"

namespace shardflow {

Command MakeLintCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_LINT_H_
