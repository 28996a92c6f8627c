#ifndef SHARDFLOW_TOOL_RESHARD_H_
#define SHARDFLOW_TOOL_RESHARD_H_

#include <iosfwd>
#include <span>
#include <string>

#include "tool/tool.h"

namespace shardflow {

// `shardflow reshard`: `args` are the words after it. The plan goes to `out`,
// messages to `err`. (Shardings begin with '[', which CLI11 takes for a list,
// so the words are read here.)
[[nodiscard]] ExitCode RunReshardCommand(std::span<const std::string> args,
                                         std::ostream& out, std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_RESHARD_H_
