#include "tool/explain_reshard.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/cost.h"
#include "shardflow/graph.h"
#include "tool/comms.h"
#include "tool/json_text.h"
#include "tool/naming.h"

namespace shardflow {
namespace {

// Follows `value` back through the constraints and reshards that passes added,
// and returns the value before them.
int Original(const ProgramGraph& graph, int value) {
  while (value >= 0) {
    const GraphValue& row = graph.values[static_cast<size_t>(value)];
    if (row.named || row.is_argument || row.op < 0) break;
    const GraphOp& op = graph.ops[static_cast<size_t>(row.op)];
    if (!op.sdy || op.operands.size() != 1) break;
    value = op.operands.front();
  }
  return value;
}

// Returns the index of the op that needs the collective, or -1 if there is
// none.
int FindOp(const ProgramGraph& graph, const CollectiveCost& c) {
  int found = -1;
  for (size_t i = 0; i < graph.ops.size(); ++i) {
    const GraphOp& op = graph.ops[i];
    if (op.name != c.place.op || op.line != c.place.line ||
        op.file() != c.place.file ||
        (!c.place.name.empty() && op.stack() != c.place.name &&
         op.label() != c.place.name)) {
      continue;
    }
    if (c.value.empty()) return static_cast<int>(i);
    // If several ops match, prefer one that has the tensor as an operand.
    for (const int operand : op.operands) {
      const int original = Original(graph, operand);
      if (original >= 0 && LabelOf(graph, original) == c.value) {
        return static_cast<int>(i);
      }
    }
    if (found < 0) found = static_cast<int>(i);
  }
  return found;
}

// Returns the values to explain, at most four. The first is the operand that is
// moved (or all operands, if it is unknown which one is moved), followed by the
// results.
std::vector<int> ValuesOf(const ProgramGraph& graph, const CollectiveCost& c,
                          int op) {
  const GraphOp& row = graph.ops[static_cast<size_t>(op)];
  std::vector<int> values;
  const auto add = [&](int value) {
    value = Original(graph, value);
    if (value >= 0 && graph.values[static_cast<size_t>(value)].named &&
        std::find(values.begin(), values.end(), value) == values.end()) {
      values.push_back(value);
    }
  };
  for (const int operand : row.operands) {
    const int original = Original(graph, operand);
    const bool is_moved = original >= 0 && LabelOf(graph, original) == c.value;
    if (is_moved && !c.value.empty()) add(operand);
  }
  if (values.empty()) {
    for (const int operand : row.operands) add(operand);
  }
  for (int r = 0; r < row.result_count; ++r) add(row.first_result + r);
  constexpr size_t kMost = 4;
  if (values.size() > kMost) values.resize(kMost);
  return values;
}

// Returns a line such as "stablehlo.add at step.py:7", followed by a line for
// each of the op's tensors.
std::string TensorsText(const ProgramGraph& graph, const GraphOp& op,
                        bool spec) {
  const std::string place = PlaceShown(op);
  std::string out =
      fmt::format("\n{}{}\n", op.name, place.empty() ? "" : "  at " + place);
  const auto line = [&](std::string_view what, size_t index, int value) {
    const GraphValue& row = graph.values[static_cast<size_t>(value)];
    out += fmt::format(
        "  {} {}: {}  {}\n", what, index, CalledValue(graph, value),
        ShardingShown(graph, graph.tensors[static_cast<size_t>(row.tensor)],
                      spec));
  };
  for (size_t i = 0; i < op.operands.size(); ++i) {
    if (op.operands[i] >= 0) line("operand", i, op.operands[i]);
  }
  for (int r = 0; r < op.result_count; ++r) {
    line("result", static_cast<size_t>(r), op.first_result + r);
  }
  return out;
}

}  // namespace

std::optional<ExplainedReshard> ExplainReshard(const Program& program,
                                               int number,
                                               const ExplainRequest& request,
                                               std::vector<Message>& messages) {
  CostOptions options;
  options.run = request.run;
  options.propagate = true;
  options.plain_shardy = !request.run.jax;
  std::optional<CostReport> report = Cost(program, options, messages);
  if (!report) return std::nullopt;
  ExplainedReshard reshard;
  reshard.report = *std::move(report);
  reshard.number = static_cast<size_t>(number);
  const std::vector<CommsGroup> groups =
      CommsGroupsOf(reshard.report.communication.collectives);
  if (reshard.number > groups.size()) {
    messages.push_back(
        {.text = fmt::format("`shardflow comms` lists {} entries; there is no "
                             "#{}",
                             groups.size(), number),
         .code = ErrorCode::kInvalidArgument});
    return std::nullopt;
  }
  reshard.group = groups[reshard.number - 1];
  GraphRequest graph_request;
  graph_request.propagate = true;
  graph_request.run = request.run;
  std::vector<Message> said;
  reshard.graph = MakeGraph(program, graph_request, said);
  if (!reshard.graph) return reshard;
  const ProgramGraph& graph = *reshard.graph;
  reshard.op = FindOp(graph, *reshard.group.first);
  if (reshard.op < 0) return reshard;
  const int function = graph.ops[static_cast<size_t>(reshard.op)].function;
  for (const int value : ValuesOf(graph, *reshard.group.first, reshard.op)) {
    ExplainRequest asked = request;
    asked.value = graph.values[static_cast<size_t>(value)].name;
    if (function >= 0) {
      asked.function = graph.functions[static_cast<size_t>(function)].name;
    }
    std::optional<Explanation> explanation = Explain(program, asked, said);
    if (!explanation) {
      // The op may have been inlined from another function.
      asked.function.clear();
      explanation = Explain(program, asked, said);
    }
    if (explanation) reshard.values.push_back(*std::move(explanation));
  }
  return reshard;
}

std::string ReshardText(const ExplainedReshard& reshard,
                        const ExplanationTextOptions& text,
                        const Terminal& terminal) {
  std::string out =
      CommsGroupText(reshard.group, reshard.number, text.spec, terminal);
  if (reshard.op < 0) return out;
  out += TensorsText(*reshard.graph,
                     reshard.graph->ops[static_cast<size_t>(reshard.op)],
                     text.spec);
  for (const Explanation& explanation : reshard.values) {
    out += "\n" + ExplanationText(explanation, text);
  }
  return out;
}

std::string ReshardJson(const ExplainedReshard& reshard) {
  Explanation all;
  for (const Explanation& one : reshard.values) {
    all.values.insert(all.values.end(), one.values.begin(), one.values.end());
  }
  Json json = Json::parse(ExplanationJson(all));
  json["collective"] = CollectiveJson(*reshard.group.first);
  json["collective"]["count"] = reshard.group.rows.size();
  return IndentedLines(json);
}

}  // namespace shardflow
