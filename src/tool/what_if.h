#ifndef SHARDFLOW_TOOL_WHAT_IF_H_
#define SHARDFLOW_TOOL_WHAT_IF_H_

#include <vector>

#include "shardflow/program.h"
#include "tool/file_command.h"
#include "tool/named_spec.h"
#include "tool/options.h"

// Implements options such as `--set 'params/*/wq=P(None, "tp")'`, which treat
// the program as if the user had written this sharding. The sharding is set
// before anything else happens to the program.

namespace shardflow {

// Returns the option `--set`.
Option SetOption(FileFlags& flags);

// Sets the shardings given by `--set`. On error, returns false and adds
// the error to `messages`.
bool ApplySets(const std::vector<NamedSpec>& sets, Program& program,
               std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_WHAT_IF_H_
