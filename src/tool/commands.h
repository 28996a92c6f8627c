#ifndef SHARDFLOW_TOOL_COMMANDS_H_
#define SHARDFLOW_TOOL_COMMANDS_H_

#include <vector>

#include "tool/options.h"

namespace shardflow {

// Returns all sub-commands, in the order in which help lists them. Each is made
// by a function Make<Name>Command, in a file with the command's name.
std::vector<Command> MakeCommands();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMANDS_H_
