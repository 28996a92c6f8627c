#include "tool/rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/graph.h"
#include "tool/file_command.h"
#include "tool/json_text.h"
#include "tool/progress.h"
#include "tool/table.h"

namespace shardflow {
namespace {

struct RulesFlags : FileFlags {
  bool check = false;
  bool all = false;
};

// Whether the op should be listed. This is the case if it has a rule with
// factors, or lacks a rule that it should have. With `all`, ops with a rule
// without factors (ops on scalars) are also listed.
bool IsListed(const GraphOp& op, bool all) {
  const bool has_factors = op.rule().find('{') != std::string::npos;
  return op.rule().empty() ? op.wants_rule : has_factors || all;
}

std::string TypesText(const ProgramGraph& graph, const GraphOp& op) {
  const auto type = [&](int value) -> const std::string& {
    const GraphValue& row = graph.values[static_cast<size_t>(value)];
    return graph.tensors[static_cast<size_t>(row.tensor)].type;
  };
  std::string text = "(";
  for (size_t i = 0; i < op.operands.size(); ++i) {
    if (i > 0) text += ", ";
    text += op.operands[i] >= 0 ? type(op.operands[i]) : "?";
  }
  text += ") -> ";
  if (op.result_count != 1) text += '(';
  for (int r = 0; r < op.result_count; ++r) {
    if (r > 0) text += ", ";
    text += type(op.first_result + r);
  }
  if (op.result_count != 1) text += ')';
  return text;
}

// Equal ops, such as those of repeated layers, share a row.
struct Row {
  std::string op;  // such as "stablehlo.custom_call @kernel"
  std::string rule;
  std::string types;  // only if the op has no rule
  std::vector<int> lines;
};

// Returns the rows. Unless `all` is set, merges equal rows into the first of
// them.
std::vector<Row> RowsOf(const ProgramGraph& graph, bool all) {
  std::vector<Row> rows;
  std::unordered_map<std::string, size_t> known;  // row numbers by text
  // For rows with a rule, a faster index by rule, name and target.
  std::map<std::array<std::string_view, 3>, size_t> of_rules;
  for (const GraphOp& op : graph.ops) {
    if (!IsListed(op, all)) continue;
    if (!all && !op.rule().empty()) {
      const auto at = of_rules.find({op.rule(), op.name, op.target()});
      if (at != of_rules.end()) {
        rows[at->second].lines.push_back(op.line);
        continue;
      }
    }
    Row row;
    row.op = op.name;
    if (!op.target().empty()) row.op.append(" ").append(op.target());
    row.rule = op.rule();
    if (op.rule().empty()) row.types = TypesText(graph, op);
    if (!all) {
      const auto [at, is_new] = known.try_emplace(
          fmt::format("{}\n{}\n{}", row.op, row.rule, row.types), rows.size());
      if (!op.rule().empty()) {
        of_rules.try_emplace({op.rule(), op.name, op.target()}, at->second);
      }
      if (!is_new) {
        rows[at->second].lines.push_back(op.line);
        continue;
      }
    }
    row.lines = {op.line};
    rows.push_back(std::move(row));
  }
  // Ops without a rule come first. (Not std::ranges::stable_partition, which
  // Clang 14 can't compile.)
  std::stable_partition(rows.begin(), rows.end(),
                        [](const Row& row) { return row.rule.empty(); });
  return rows;
}

std::string LinesText(const std::vector<int>& lines) {
  constexpr size_t kShown = 3;
  std::string text;
  for (size_t i = 0; i < std::min(lines.size(), kShown); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(lines[i]);
  }
  if (lines.size() > kShown) {
    text += fmt::format(",.. {}x", lines.size());
  }
  return text;
}

Json JsonOf(const Row& row) {
  Json json = {{"op", row.op}};
  if (row.rule.empty()) {
    json["rule"] = nullptr;
    json["types"] = row.types;
  } else {
    json["rule"] = row.rule;
  }
  json["lines"] = row.lines;
  return json;
}

void Write(const std::vector<Row>& rows, const RulesFlags& flags,
           const Environment& env, Output& output) {
  if (flags.format == "jsonl") {
    for (const Row& row : rows) {
      output.Append(OneLine(JsonOf(row)) + "\n");
    }
    return;
  }
  if (flags.format == "json") {
    Json document = {{"format", "shardflow-rules"}, {"version", 1}};
    document["ops"] = Json::array();
    for (const Row& row : rows) document["ops"].push_back(JsonOf(row));
    output.Append(IndentedLines(document));
    return;
  }
  Table table({{"line"}, {"op"}, {"rule"}});
  for (const Row& row : rows) {
    const bool none = row.rule.empty();
    table.Add({{LinesText(row.lines)},
               {row.op, none ? std::optional(Color::kYellow) : std::nullopt},
               {none ? "none: " + row.types : row.rule,
                none ? std::optional(Color::kYellow) : std::nullopt}});
  }
  if (!table.empty()) {
    const Terminal terminal = TerminalOf(flags, env);
    output.Append(SafeText(table.ToString(terminal), terminal));
  }
}

ExitCode RunRules(const RulesFlags& flags, Environment& env) {
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        GraphRequest request;
        request.rules = true;
        request.run = RunOptionsOf(flags, registry);
        std::vector<Message> messages;
        std::optional<ProgramGraph> graph;
        {
          const Progress progress(env, flags.quiet, "reading " + input.name);
          std::optional<Program> program =
              ReadNamed(flags, std::move(input), messages);
          if (program) {
            graph = MakeGraph(*std::move(program), request, messages);
          }
        }
        PrintMessages(env, messages, flags.quiet);
        if (!graph) return ExitCode::kBadInput;
        const std::vector<Row> rows = RowsOf(*graph, flags.all);
        Write(rows, flags, env, output);
        const bool lacks = !rows.empty() && rows.front().rule.empty();
        return flags.check && lacks ? ExitCode::kFindings : ExitCode::kOk;
      });
}

}  // namespace

Command MakeRulesCommand() {
  auto flags = std::make_shared<RulesFlags>();
  Command command;
  command.name = "rules";
  command.summary = "List the sharding rule of each op of a program";
  command.description =
      "Ops without a rule come first: shardings don't pass through them. Equal "
      "ops share a row, whose first column has their lines. docs/rules.md "
      "describes the notation of rules, and how to add rules.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Flag("--check", "Exit with 1 if an op has no rule.", &flags->check),
      Flag("--all",
           "Print a row for each op, including equal ops and ops on scalars.",
           &flags->all),
      Choice("--format", {"text", "json", "jsonl"},
             "text (default), JSON, or a line of JSON for each row "
             "(schemas/op-rules-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.examples = {"shardflow rules examples/mlp_train_step.mlir"};
  command.run = [flags](Environment& env) { return RunRules(*flags, env); };
  return command;
}

}  // namespace shardflow
