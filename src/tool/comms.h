#ifndef SHARDFLOW_TOOL_COMMS_H_
#define SHARDFLOW_TOOL_COMMS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "shardflow/cost.h"
#include "tool/options.h"
#include "tool/terminal.h"

namespace shardflow {

// Leaves the collectives that move a tensor, or are for an op, that one of the
// names stands for (MatchesLabel); all if there are no names.
void KeepNamed(const std::vector<std::string>& names, CostReport& report);
// What is sent, why and how often, in groups of those that are alike. Shows the
// `top` groups that send most.
std::string CommsText(const CostReport& report, size_t top,
                      const Terminal& terminal);

// `shardflow comms`
Command MakeCommsCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMS_H_
