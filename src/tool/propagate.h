#ifndef SHARDFLOW_TOOL_PROPAGATE_H_
#define SHARDFLOW_TOOL_PROPAGATE_H_

#include <iosfwd>
#include <string>

#include "tool/files.h"
#include "tool/tool.h"

namespace shardflow {

// Propagates the shardings of `input` and appends the resulting program to
// `output`, which is to be written only if the answer is kOk. Messages go to
// `err`.
[[nodiscard]] ExitCode RunPropagate(const InputText& input, std::string& output,
                                    std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PROPAGATE_H_
