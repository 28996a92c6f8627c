#ifndef SHARDFLOW_TOOL_OPT_H_
#define SHARDFLOW_TOOL_OPT_H_

#include <iosfwd>

#include "tool/files.h"
#include "tool/opt_flags.h"

namespace shardflow {

// Runs `flags.passes` over `input` and appends the resulting program to
// `output`, section by section if the input is split. Messages and times go to
// `err`.
// Returns false on any error: `output` is then not to be kept.
[[nodiscard]] bool RunOpt(const OptFlags& flags, InputText input,
                          const OpRegistry& registry, Output& output,
                          std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPT_H_
