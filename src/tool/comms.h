#ifndef SHARDFLOW_TOOL_COMMS_H_
#define SHARDFLOW_TOOL_COMMS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/cost.h"
#include "shardflow/graph.h"
#include "tool/json_text.h"
#include "tool/options.h"
#include "tool/terminal.h"

namespace shardflow {

// A name given by the user, and the tensors that it refers to (see FindNamed in
// shardflow/graph.h).
struct MeantTensors {
  std::string name;
  std::vector<ValueInText> values;
};
// Finds the tensors that a name refers to, or returns nullopt if there are
// none. `graph` must show the program as it was read, before any pass.
std::optional<MeantTensors> FindMeant(const ProgramGraph& graph,
                                      const std::string& name);
// Finds the tensors that each name refers to. If a name refers to nothing,
// returns nullopt, with an error in `messages`.
std::optional<std::vector<MeantTensors>> FindAllMeant(
    const std::vector<std::string>& names, const Program& program,
    std::vector<Message>& messages);
// Whether the collective moves one of the tensors in `meant` or a part of it,
// or is needed by an op that computes one of them.
bool IsMeant(const CollectiveCost& c, const MeantTensors& meant);
// Removes the collectives from `report` for which IsMeant is false for all
// elements of `meant`.
void KeepMeant(const std::vector<MeantTensors>& meant, CostReport& report);

// Returns text about the collectives that says which tensors they send, why,
// and how often. Similar collectives form a group. The text shows the `top`
// groups that send the most bytes, with their numbers if `numbered` is set.
std::string CommsText(const CostReport& report, size_t top, bool spec,
                      const Terminal& terminal, bool numbered = true);

// A group of similar collectives. They have the same kind, axes, tensor and
// reason, and are needed on the same source line.
struct CommsGroup {
  const CollectiveCost* first = nullptr;
  std::vector<const CollectiveCost*> rows;
  int64_t bytes = 0;  // bytes that a device sends in all executions
};
// Groups the collectives. The groups that send the most bytes come first.
std::vector<CommsGroup> CommsGroupsOf(const std::vector<CollectiveCost>& rows);
// Returns the text for one group. It begins with `number` unless that is 0.
std::string CommsGroupText(const CommsGroup& group, size_t number, bool spec,
                           const Terminal& terminal);

// Returns a collective as a row of schemas/comms-1.schema.json.
Json CollectiveJson(const CollectiveCost& c);

// Makes the command `shardflow comms`.
Command MakeCommsCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMS_H_
