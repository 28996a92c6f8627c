#ifndef SHARDFLOW_TOOL_TOOL_H_
#define SHARDFLOW_TOOL_TOOL_H_

#include <iosfwd>
#include <span>
#include <string>

// The `shardflow` program without its main(), so that tests can run it in
// their own process.

namespace shardflow {

// What a command ends with; `opt` ends with 0 or 1, as mlir-opt does.
enum class ExitCode : int {
  kOk = 0,
  kFindings = 1,  // the command worked and found something wrong
  kUsage = 2,     // the command line is wrong
  kBadInput = 3,  // the input is wrong, or cannot be read
  kInternal = 4,  // a fault of ours, or the output cannot be written
};

// `args` are the words after the program's name. Data goes to `out` and only
// if the command succeeds; messages go to `err`. Returns the exit code.
[[nodiscard]] int RunTool(std::span<const std::string> args, std::istream& in,
                          std::ostream& out, std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TOOL_H_
