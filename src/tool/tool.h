#ifndef SHARDFLOW_TOOL_TOOL_H_
#define SHARDFLOW_TOOL_TOOL_H_

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "tool/environment.h"

// Runs the `shardflow` tool without its main(), so that tests can run it in
// their own process.

namespace shardflow {

// Runs the tool. `args` are the words after the program's name. Writes messages
// to `err` and, only if the command succeeds, data to `out`. Returns the exit
// code.
[[nodiscard]] int RunTool(std::span<const std::string> args, Environment& env);
// Runs the tool without a terminal.
[[nodiscard]] int RunTool(std::span<const std::string> args, std::istream& in,
                          std::ostream& out, std::ostream& err);

// The message when memory runs out, and the exit code of this command in that
// case.
inline constexpr std::string_view kOutOfMemory = "shardflow: out of memory\n";
[[nodiscard]] int OutOfMemoryCode(std::string_view command);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TOOL_H_
