#ifndef SHARDFLOW_TOOL_PROCESS_H_
#define SHARDFLOW_TOOL_PROCESS_H_

// Runs the tool as a process, using the process's streams and signals.

namespace shardflow {

// Does the work of main(), and returns the exit code. Must only be called in a
// process that does nothing else, because it handles signals. `argv` contains
// the program's name and the words after it.
[[nodiscard]] int RunProcess(int argc, char** argv);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PROCESS_H_
