#ifndef SHARDFLOW_TOOL_COMMS_H_
#define SHARDFLOW_TOOL_COMMS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "shardflow/cost.h"
#include "shardflow/graph.h"
#include "tool/options.h"
#include "tool/terminal.h"

namespace shardflow {

// What a name means to somebody who asks about communication: the tensors that
// it stands for (FindNamed in shardflow/graph.h).
struct MeantTensors {
  std::string name;
  std::vector<ValueInText> values;
};
// Returns nullopt if nothing in the program has this name. The graph must be
// that of the program as it was read.
std::optional<MeantTensors> FindMeant(const ProgramGraph& graph,
                                      const std::string& name);
// Whether the collective moves such a tensor, or is for an op that makes one.
bool IsMeant(const CollectiveCost& c, const MeantTensors& meant);
// Keeps the collectives of these tensors.
void KeepMeant(const std::vector<MeantTensors>& meant, CostReport& report);

// Returns what is sent, why and how often, with collectives that are alike in
// groups. Shows the `top` groups that send most, with their numbers if
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
