#ifndef SHARDFLOW_TOOL_ENVIRONMENT_H_
#define SHARDFLOW_TOOL_ENVIRONMENT_H_

#include <atomic>
#include <iosfwd>

#include "tool/terminal.h"

namespace shardflow {

class TemporaryFiles;  // tool/files.h

// Exit codes. (`opt` returns only 0 or 1, as mlir-opt does.)
enum class ExitCode : int {
  kOk = 0,
  kFindings = 1,  // the command worked and found something wrong
  kUsage = 2,     // the command line is wrong
  kBadInput = 3,  // the input is wrong, or cannot be read
  kInternal = 4,  // an internal error, or output that cannot be written
};

// Ctrl-C for a command that can give an answer at any time: while Ctrl-C is
// caught, the first one only asks the command to end.
struct Interrupt {
  std::atomic<bool> is_caught{false};
  std::atomic<bool> happened{false};
};

// Where a command reads and writes. Data goes to `out`, everything else to
// `err`.
struct Environment {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  Terminal terminal = {};
  // The files to remove if the process is interrupted; may be null.
  TemporaryFiles* temporaries = nullptr;
  Interrupt* interrupt = nullptr;  // null: nobody catches it
};

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_ENVIRONMENT_H_
