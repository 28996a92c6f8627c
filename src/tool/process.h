#ifndef SHARDFLOW_TOOL_PROCESS_H_
#define SHARDFLOW_TOOL_PROCESS_H_

// The program as a process: its streams, its signals, its exit code.

namespace shardflow {

// What main() does, for main() and for whoever else starts the program in a
// process that does nothing besides. `argv` is the program's name and the words
// after it; returns the exit code.
[[nodiscard]] int RunProcess(int argc, char** argv);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PROCESS_H_
