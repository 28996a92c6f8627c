#ifndef SHARDFLOW_TOOL_ENVIRONMENT_H_
#define SHARDFLOW_TOOL_ENVIRONMENT_H_

#include <atomic>
#include <iosfwd>

#include "tool/terminal.h"

namespace shardflow {

class TemporaryFiles;  // tool/files.h

// The exit codes of the tool. (`opt` returns only 0 or 1, like mlir-opt.)
enum class ExitCode : int {
  kOk = 0,
  kFindings = 1,  // the command worked, but found something wrong
  kUsage = 2,     // the command line is invalid
  kBadInput = 3,  // the input is invalid or cannot be read
  kInternal = 4,  // an internal error, or the output cannot be written
};

// For commands that have a best result at all times. While Ctrl-C is caught,
// the first Ctrl-C doesn't end the process, but asks the command to finish with
// its best result.
struct Interrupt {
  std::atomic<bool> is_caught{false};
  std::atomic<bool> happened{false};
};

// The streams and the terminal of a command, which writes data to `out`, and
// everything else to `err`.
struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Terminal terminal = {};
  // The files to remove if the process is interrupted. May be null.
  TemporaryFiles* temporaries = nullptr;
  Interrupt* interrupt = nullptr;  // if null, Ctrl-C is never caught
};

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_ENVIRONMENT_H_
