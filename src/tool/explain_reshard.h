#ifndef SHARDFLOW_TOOL_EXPLAIN_RESHARD_H_
#define SHARDFLOW_TOOL_EXPLAIN_RESHARD_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/cost.h"
#include "shardflow/explain.h"
#include "shardflow/graph.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "tool/comms.h"
#include "tool/terminal.h"

// Implements `shardflow explain --reshard 3`, which explains why data is sent.

namespace shardflow {

// An entry of the list that `shardflow comms` prints, with explanations of the
// shardings at the op that needs the data.
struct ExplainedReshard {
  CostReport report;
  CommsGroup group;                   // the entry; refers to `report`
  size_t number = 0;                  // the entry's number in the list
  std::optional<ProgramGraph> graph;  // the graph with the op
  int op = -1;                        // index in `graph`; -1 if unknown
  std::vector<Explanation> values;
};

// Explains entry `number`, counted from 1. On error, returns nullopt
// and adds the error to `messages`.
std::optional<ExplainedReshard> ExplainReshard(const Program& program,
                                               int number,
                                               const ExplainRequest& request,
                                               std::vector<Message>& messages);

// Returns the entry and its explanations as human-readable text.
std::string ReshardText(const ExplainedReshard& reshard,
                        const ExplanationTextOptions& text,
                        const Terminal& terminal);
// Returns JSON (schemas/explain-1.schema.json) with a member "collective".
std::string ReshardJson(const ExplainedReshard& reshard);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_EXPLAIN_RESHARD_H_
