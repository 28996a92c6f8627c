#ifndef SHARDFLOW_TOOL_RULES_H_
#define SHARDFLOW_TOOL_RULES_H_

#include "tool/options.h"

namespace shardflow {

Command MakeRulesCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_RULES_H_
