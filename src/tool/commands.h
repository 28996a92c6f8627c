#ifndef SHARDFLOW_TOOL_COMMANDS_H_
#define SHARDFLOW_TOOL_COMMANDS_H_

#include <vector>

#include "tool/options.h"

namespace shardflow {

// Every sub-command, in the order of the help. A command has a function
// Make<Name>Command in a file of its name; commands.cc lists them.
std::vector<Command> MakeCommands();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMANDS_H_
