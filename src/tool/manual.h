#ifndef SHARDFLOW_TOOL_MANUAL_H_
#define SHARDFLOW_TOOL_MANUAL_H_

#include <span>
#include <string>
#include <vector>

#include "tool/options.h"

namespace shardflow {

// Return the commands `shardflow man` and `shardflow completion SHELL`. The
// build installs their output.
Command MakeManCommand();
Command MakeCompletionCommand();

// Returns the manual page of the tool, in the format of man(1).
std::string ManText(std::span<const Command> commands);

// Return the scripts that complete command lines in each shell.
std::string BashCompletion(std::span<const Command> commands);
std::string ZshCompletion(std::span<const Command> commands);
std::string FishCompletion(std::span<const Command> commands);

// Returns the names of an option: {"-o", "--output"}.
std::vector<std::string> NamesOf(const Option& option);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_MANUAL_H_
