#ifndef SHARDFLOW_TOOL_GSPMD_H_
#define SHARDFLOW_TOOL_GSPMD_H_

#include <iosfwd>
#include <string>

#include "tool/environment.h"
#include "tool/gspmd_flags.h"
#include "tool/options.h"

namespace shardflow {

// Runs `flags.action` on the inputs, and appends the answer to `output`, which
// is incomplete and must not be written unless this returns kOk. Messages go to
// `err`.
[[nodiscard]] ExitCode RunGspmd(const GspmdFlags& flags, std::istream& in,
                                std::string& output, std::ostream& err);

Command MakeGspmdCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GSPMD_H_
