#ifndef SHARDFLOW_TOOL_PROPAGATE_H_
#define SHARDFLOW_TOOL_PROPAGATE_H_

#include <iosfwd>
#include <string>
#include <vector>

#include "shardflow/program.h"
#include "tool/files.h"
#include "tool/tool.h"

namespace shardflow {

struct PropagateFlags {
  CompatMode compat = CompatMode::kShardy202608;
  std::vector<std::string> rules;  // files
  bool extra_rules = false;
  bool quiet = false;  // no table on stderr
};

// Propagates the shardings of `input` and appends the resulting program to
// `output`, which is to be kept only if the answer is kOk. Messages and a
// table (parameters, results, visits, times) go to `err`.
[[nodiscard]] ExitCode RunPropagate(const PropagateFlags& flags,
                                    InputText input, const OpRegistry& registry,
                                    Output& output, std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PROPAGATE_H_
