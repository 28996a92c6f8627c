#ifndef SHARDFLOW_TOOL_COMMANDS_H_
#define SHARDFLOW_TOOL_COMMANDS_H_

#include <vector>

#include "tool/options.h"

namespace shardflow {

// Returns every sub-command, in the order in which help lists them. A command's
// file has the command's name and a function Make<Name>Command; commands.cc
// calls these functions.
std::vector<Command> MakeCommands();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMANDS_H_
