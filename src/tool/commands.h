#ifndef SHARDFLOW_TOOL_COMMANDS_H_
#define SHARDFLOW_TOOL_COMMANDS_H_

#include <vector>

#include "tool/options.h"

namespace shardflow {

// Returns all sub-commands, in the order in which help lists them.
// MakeNameCommand makes the command `name`, in a file of the same name.
std::vector<Command> MakeCommands();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMANDS_H_
