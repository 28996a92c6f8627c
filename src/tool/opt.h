#ifndef SHARDFLOW_TOOL_OPT_H_
#define SHARDFLOW_TOOL_OPT_H_

#include <iosfwd>
#include <string>

#include "tool/files.h"
#include "tool/opt_flags.h"

namespace shardflow {

// Runs `flags.passes` over `input` and appends the resulting program to
// `output`, section by section if the input is split. Messages go to `err`.
// Returns false on any error: `output` is then not to be written.
[[nodiscard]] bool RunOpt(const OptFlags& flags, const InputText& input,
                          const OpRegistry& registry, std::string& output,
                          std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPT_H_
