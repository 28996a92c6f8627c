#ifndef SHARDFLOW_TOOL_COMMS_H_
#define SHARDFLOW_TOOL_COMMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "shardflow/cost.h"
#include "shardflow/graph.h"
#include "tool/options.h"
#include "tool/terminal.h"

namespace shardflow {

// Whether `name` matches the tensor that the collective moves, or the op that
// the collective is for (MatchesLabel).
bool IsMeant(const CollectiveCost& c, std::string_view name);
// Whether a value or an op of the program has this name. If not, `suggestion`
// is "; did you mean ...?", or empty.
bool IsName(const ProgramGraph& graph, std::string_view name,
            std::string& suggestion);
// Removes the collectives that match none of the names (IsMeant). Without names
// it removes nothing.
void KeepNamed(const std::vector<std::string>& names, CostReport& report);
// Returns what is sent, why and how often, in groups of similar collectives.
// Shows the `top` groups that send the most bytes, with their numbers if
// `numbered`.
std::string CommsText(const CostReport& report, size_t top, bool spec,
                      const Terminal& terminal, bool numbered = true);

// Collectives that are alike: of one kind, for the same reason, on the same
// line.
struct CommsGroup {
  const CollectiveCost* first = nullptr;
  std::vector<const CollectiveCost*> rows;
  int64_t bytes = 0;  // sent by all of them in all their executions
};
// Returns groups of collectives, those that send the most bytes first.
std::vector<CommsGroup> CommsGroupsOf(const std::vector<CollectiveCost>& rows);
// If `number` is 0, no number is shown.
std::string CommsGroupText(const CommsGroup& group, size_t number, bool spec,
                           const Terminal& terminal);

// Returns a row of schemas/comms-1.schema.json.
nlohmann::ordered_json CollectiveJson(const CollectiveCost& c);

// `shardflow comms`
Command MakeCommsCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMS_H_
