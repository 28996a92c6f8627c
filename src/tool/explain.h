#ifndef SHARDFLOW_TOOL_EXPLAIN_H_
#define SHARDFLOW_TOOL_EXPLAIN_H_

#include <iosfwd>
#include <string>
#include <vector>

#include "shardflow/explain.h"
#include "shardflow/extend.h"
#include "tool/files.h"
#include "tool/tool.h"

namespace shardflow {

struct ExplainFlags {
  ExplainRequest request;
  std::vector<std::string> rules;  // files
  bool json = false;
};

// `registry` has the rules of the files. Appends the explanation to `output`;
// messages go to `err`.
[[nodiscard]] ExitCode RunExplain(const ExplainFlags& flags,
                                  const InputText& input,
                                  const OpRegistry& registry, Output& output,
                                  std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_EXPLAIN_H_
