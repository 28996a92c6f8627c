#ifndef SHARDFLOW_TOOL_COMMANDS_H_
#define SHARDFLOW_TOOL_COMMANDS_H_

#include <vector>

#include "tool/options.h"

namespace shardflow {

// Every sub-command, in the order in which help lists them. The file of a
// command has its name and a function Make<Name>Command; commands.cc lists
// these functions.
std::vector<Command> MakeCommands();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMANDS_H_
