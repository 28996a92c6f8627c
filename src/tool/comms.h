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

// A name that the user asks about, and the tensors that it stands for
// (FindNamed in shardflow/graph.h).
struct MeantTensors {
  std::string name;
  std::vector<ValueInText> values;
};
// Returns nullopt if nothing in the program has this name. The graph must be
// that of the program as it was read.
std::optional<MeantTensors> FindMeant(const ProgramGraph& graph,
                                      const std::string& name);
// Finds what each name stands for. If nothing has one of the names, returns
// nullopt, with the error in `messages`.
std::optional<std::vector<MeantTensors>> FindAllMeant(
    const std::vector<std::string>& names, const Program& program,
    std::vector<Message>& messages);
// Whether the collective moves one of these tensors, or is needed by an op that
// computes one of them.
bool IsMeant(const CollectiveCost& c, const MeantTensors& meant);
// Keeps only those collectives in `report` that concern one of `meant` (see
// IsMeant).
void KeepMeant(const std::vector<MeantTensors>& meant, CostReport& report);

// Returns a text that says what is sent, why and how often. Collectives that
// are alike form a group; the `top` groups that send most are shown, with their
// numbers if `numbered`.
std::string CommsText(const CostReport& report, size_t top, bool spec,
                      const Terminal& terminal, bool numbered = true);

// Collectives that are alike: of one kind, over the same axes, of the same
// tensor, for the same reason, on the same line.
struct CommsGroup {
  const CollectiveCost* first = nullptr;
  std::vector<const CollectiveCost*> rows;
  int64_t bytes = 0;  // sent by all of them in all their executions
};
// Returns the groups, those that send the most bytes first.
std::vector<CommsGroup> CommsGroupsOf(const std::vector<CollectiveCost>& rows);
// Returns the text of one group, without a number if `number` is 0.
std::string CommsGroupText(const CommsGroup& group, size_t number, bool spec,
                           const Terminal& terminal);

// Returns a row of schemas/comms-1.schema.json.
nlohmann::ordered_json CollectiveJson(const CollectiveCost& c);

// `shardflow comms`
Command MakeCommsCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_COMMS_H_
