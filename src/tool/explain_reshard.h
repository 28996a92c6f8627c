#ifndef SHARDFLOW_TOOL_EXPLAIN_RESHARD_H_
#define SHARDFLOW_TOOL_EXPLAIN_RESHARD_H_

#include <optional>
#include <string>
#include <vector>

#include "shardflow/explain.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "tool/terminal.h"

// `shardflow explain --reshard 3`: why something is sent.

namespace shardflow {

// About entry `number`, from 1, of what `shardflow comms` lists: what is sent,
// how often and for which op, and how the tensors at that op came to their
// shardings. Nullopt after an error.
std::optional<std::string> ExplainReshard(const Program& program, int number,
                                          const ExplainRequest& request,
                                          const ExplanationTextOptions& text,
                                          const Terminal& terminal,
                                          std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_EXPLAIN_RESHARD_H_
