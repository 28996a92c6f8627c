#ifndef SHARDFLOW_TOOL_VALIDATE_H_
#define SHARDFLOW_TOOL_VALIDATE_H_

#include "tool/options.h"

namespace shardflow {

Command MakeValidateCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_VALIDATE_H_
