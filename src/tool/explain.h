#ifndef SHARDFLOW_TOOL_EXPLAIN_H_
#define SHARDFLOW_TOOL_EXPLAIN_H_

#include <iosfwd>
#include <string>

#include "shardflow/explain.h"
#include "tool/files.h"
#include "tool/tool.h"

namespace shardflow {

struct ExplainFlags {
  ExplainRequest request;
  bool json = false;
};

// Appends the explanation to `output`; messages go to `err`.
[[nodiscard]] ExitCode RunExplain(const ExplainFlags& flags,
                                  const InputText& input, std::string& output,
                                  std::ostream& err);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_EXPLAIN_H_
