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

// A name that the user asks about, and the tensors to which it refers
// (FindNamed in shardflow/graph.h).
struct MeantTensors {
  std::string name;
  std::vector<ValueInText> values;
};
// Finds the tensors to which a name refers; nullopt if there are none. The
// graph must be that of the program as it was read.
std::optional<MeantTensors> FindMeant(const ProgramGraph& graph,
                                      const std::string& name);
// Finds the tensors to which each name refers. If a name refers to nothing,
// returns nullopt, with the error in `messages`.
std::optional<std::vector<MeantTensors>> FindAllMeant(
    const std::vector<std::string>& names, const Program& program,
    std::vector<Message>& messages);
// Whether the collective moves one of these tensors, or an op that computes one
// of them needs the collective.
bool IsMeant(const CollectiveCost& c, const MeantTensors& meant);
// Removes from `report` the collectives for which IsMeant is false for all of
// `meant`.
void KeepMeant(const std::vector<MeantTensors>& meant, CostReport& report);

// Returns a text about the collectives: the tensors that they send, why, and
// how often. Collectives that are alike form a group. The text shows the `top`
// groups that send the most bytes; if `numbered`, with their numbers.
std::string CommsText(const CostReport& report, size_t top, bool spec,
                      const Terminal& terminal, bool numbered = true);

// Collectives that are alike: they have the same kind, axes, tensor and reason,
// and are needed on the same line.
struct CommsGroup {
  const CollectiveCost* first = nullptr;
  std::vector<const CollectiveCost*> rows;
  int64_t bytes = 0;  // bytes that a device sends in all executions
};
// Groups the collectives. Returns the groups in the order of the bytes that
// they send, most bytes first.
std::vector<CommsGroup> CommsGroupsOf(const std::vector<CollectiveCost>& rows);
// Returns the text of one group. It begins with `number`, unless that is 0.
std::string CommsGroupText(const CommsGroup& group, size_t number, bool spec,
                           const Terminal& terminal);

// Returns a collective as a row of schemas/comms-1.schema.json.
Json CollectiveJson(const CollectiveCost& c);

// Makes the command `shardflow comms`.
Command MakeCommsCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMS_H_
