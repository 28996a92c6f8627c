#ifndef SHARDFLOW_TOOL_GSPMD_H_
#define SHARDFLOW_TOOL_GSPMD_H_

#include <iosfwd>
#include <string>

#include "tool/environment.h"
#include "tool/gspmd_flags.h"
#include "tool/options.h"

namespace shardflow {

// Runs `flags.action` on the inputs, and appends the answer to `output`. If
// this doesn't return kOk, `output` is incomplete and must not be written.
// Messages are written to `err`.
[[nodiscard]] ExitCode RunGspmd(const GspmdFlags& flags, std::istream& in,
                                std::string& output, std::ostream& err);

Command MakeGspmdCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GSPMD_H_
