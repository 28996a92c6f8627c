#include "tool/diff.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/graph.h"
#include "tool/file_command.h"
#include "tool/golden.h"
#include "tool/progress.h"
#include "tool/sharding_diff.h"
#include "tool/what_if.h"

namespace shardflow {
namespace {

using Json = nlohmann::ordered_json;

struct DiffFlags : FileFlags {
  std::string other;  // the second operand
  std::string golden;
  bool update = false;
  bool propagate = false;
  bool ignore_unmatched = false;
};

// One of the two sides of the comparison.
struct Side {
  std::string name;
  ShardingList list;
};

std::optional<Side> ReadProgram(const std::string& path, const DiffFlags& flags,
                                const OpRegistry& registry, Environment& env) {
  Message error;
  std::optional<InputText> input = ReadInput(path, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return std::nullopt;
  }
  GraphRequest request;
  request.propagate = flags.propagate || flags.jax;
  request.run = RunOptionsOf(flags, registry);
  std::vector<Message> messages;
  const std::string name = input->name;
  std::optional<ProgramGraph> graph;
  {
    const Progress progress(
        env, flags.quiet,
        (flags.propagate ? "propagating " : "reading ") + name);
    const std::optional<Program> program =
        ReadNamed(flags, *std::move(input), messages);
    if (program) graph = MakeGraph(*program, request, messages);
  }
  PrintMessages(env, messages, flags.quiet);
  if (!graph) return std::nullopt;
  return Side{name, ListShardings(*graph)};
}

std::optional<Side> ReadGoldenFile(const std::string& path, Environment& env) {
  Message error;
  const std::optional<InputText> input = ReadInput(path, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return std::nullopt;
  }
  std::optional<ShardingList> list = ReadGolden(input->text, error);
  if (!list) {
    Complain(env, fmt::format("'{}' is no golden file: {}", path, error.text));
    return std::nullopt;
  }
  return Side{input->name, std::move(*list)};
}

class Reporter {
 public:
  Reporter(const Side& a, const Side& b, const ShardingDiff& diff,
           Terminal terminal)
      : a_(a), b_(b), diff_(diff), color_(terminal.color_out) {}

  std::string Text() const {
    std::string text;
    for (const auto& [a, b] : diff_.meshes) {
      text += fmt::format("mesh @{}\n", a.text.empty() ? b.name : a.name);
      AppendSides(a.text, b.text, text);
    }
    std::string function;
    for (const ItemPair& pair : diff_.items) {
      const ShardedItem& item = ItemOf(pair);
      if (item.function != function) {
        function = item.function;
        text += Paint("@" + function, Color::kBold, color_) + "\n";
      }
      text += "  " + Title(pair) + "\n";
      if (pair.a && pair.b) {
        AppendSides(Shown(a_.list.items[*pair.a]),
                    Shown(b_.list.items[*pair.b]), text);
      }
    }
    return text + Summary();
  }

  Json Document() const {
    Json json = {{"format", "shardflow-diff"}, {"version", 1}};
    json["a"] = a_.name;
    json["b"] = b_.name;
    json["matched"] = diff_.matched;
    json["changed"] = diff_.changed;
    json["only_a"] = diff_.only_a;
    json["only_b"] = diff_.only_b;
    json["differences"] = Json::array();
    for (Json& row : Rows()) json["differences"].push_back(std::move(row));
    return json;
  }

  std::vector<Json> Rows() const {
    std::vector<Json> rows;
    for (const auto& [a, b] : diff_.meshes) {
      Json row = {{"kind", "mesh"}};
      row["mesh"] = a.text.empty() ? b.name : a.name;
      if (!a.text.empty()) row["a"] = a.text;
      if (!b.text.empty()) row["b"] = b.text;
      rows.push_back(std::move(row));
    }
    for (const ItemPair& pair : diff_.items) rows.push_back(RowOf(pair));
    return rows;
  }

 private:
  const ShardedItem& ItemOf(const ItemPair& pair) const {
    return pair.b ? b_.list.items[*pair.b] : a_.list.items[*pair.a];
  }

  static std::string Shown(const ShardedItem& item) {
    return item.sharding.empty() ? "no sharding" : item.sharding;
  }

  void AppendSides(const std::string& a, const std::string& b,
                   std::string& text) const {
    if (!a.empty()) text += Paint("    - " + a, Color::kRed, color_) + "\n";
    if (!b.empty()) text += Paint("    + " + b, Color::kGreen, color_) + "\n";
  }

  std::string Title(const ItemPair& pair) const {
    const ShardedItem& item = ItemOf(pair);
    std::string title;
    if (!pair.b) title = "only in " + a_.name + ": ";
    if (!pair.a) title = "only in " + b_.name + ": ";
    title += item.value;
    if (!item.op.empty()) title += (item.value.empty() ? "" : " ") + item.op;
    title += " " + item.type;
    if (item.line > 0) title += fmt::format(", line {}", item.line);
    return title;
  }

  std::string Summary() const {
    if (diff_.empty()) {
      return fmt::format("no differences in {} shardings\n", diff_.matched);
    }
    std::string text =
        fmt::format("{} of {} shardings differ", diff_.changed, diff_.matched);
    if (diff_.only_a + diff_.only_b > 0) {
      text += fmt::format("; {} values only in the first, {} in the second",
                          diff_.only_a, diff_.only_b);
    }
    return text + "\n";
  }

  Json RowOf(const ItemPair& pair) const {
    const ShardedItem& item = ItemOf(pair);
    Json row;
    row["kind"] = !pair.b ? "only_a" : !pair.a ? "only_b" : "changed";
    row["function"] = item.function;
    if (!item.value.empty()) row["value"] = item.value;
    if (!item.op.empty()) row["op"] = item.op;
    row["type"] = item.type;
    if (item.line > 0) row["line"] = item.line;
    const auto add = [&](const char* key, const std::string& sharding) {
      if (!sharding.empty()) row[key] = sharding;
    };
    if (pair.a) add("a", a_.list.items[*pair.a].sharding);
    if (pair.b) add("b", b_.list.items[*pair.b].sharding);
    return row;
  }

  const Side& a_;
  const Side& b_;
  const ShardingDiff& diff_;
  const bool color_;
};

// Text that is not UTF-8 is shown with replacement characters.
std::string Dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

ExitCode Compare(const Side& a, const Side& b, const DiffFlags& flags,
                 Environment& env) {
  ShardingDiff diff = DiffShardings(a.list, b.list);
  if (flags.ignore_unmatched) {
    std::erase_if(diff.items,
                  [](const ItemPair& pair) { return !pair.a || !pair.b; });
    diff.only_a = diff.only_b = 0;
  }
  const ExitCode code = diff.empty() ? ExitCode::kOk : ExitCode::kFindings;
  Output output(flags.output, env.out, env.temporaries);
  const Reporter reporter(a, b, diff, TerminalOf(flags, env));
  if (flags.format == "json") {
    output.Append(Dump(reporter.Document(), 2));
  } else if (flags.format == "jsonl") {
    for (const Json& row : reporter.Rows()) output.Append(Dump(row, -1));
  } else if (!flags.quiet || !diff.empty()) {
    output.Append(reporter.Text());
  }
  return Finish(output, code, env);
}

ExitCode RunDiff(const DiffFlags& flags, Environment& env) {
  const bool golden = !flags.golden.empty();
  if (golden == !flags.other.empty()) {
    return UsageError(env, "diff",
                      golden ? "--golden stands in for the second file"
                             : "a second file, or --golden, is needed");
  }
  if (flags.update && !golden) {
    return UsageError(env, "diff", "--update needs --golden");
  }
  if (flags.input == "-" && flags.other == "-") {
    return UsageError(env, "diff", "both files are standard input");
  }
  if (flags.jax && !flags.compat.empty()) {
    return UsageError(env, "diff", kJaxOrCompat);
  }
  OpRegistry registry;
  if (!ReadRuleFiles(flags.rules, env.in, registry, env.err)) {
    return ExitCode::kBadInput;
  }
  std::optional<Side> first = ReadProgram(flags.input, flags, registry, env);
  if (!first) return ExitCode::kBadInput;
  if (flags.update) {
    Output output(flags.golden, env.out, env.temporaries);
    output.Append(GoldenText(first->list));
    return Finish(output, ExitCode::kOk, env);
  }
  std::optional<Side> second =
      golden ? ReadGoldenFile(flags.golden, env)
             : ReadProgram(flags.other, flags, registry, env);
  if (!second) return ExitCode::kBadInput;
  // The golden file, which has what was expected, is the old side.
  return golden ? Compare(*second, *first, flags, env)
                : Compare(*first, *second, flags, env);
}

}  // namespace

Command MakeDiffCommand() {
  auto flags = std::make_shared<DiffFlags>();
  Command command;
  command.name = "diff";
  command.summary =
      "Compare the shardings of two programs, or with a golden "
      "file";
  command.description =
      "Values are matched in order, by their ops and types: names don't "
      "matter, and an op that only one program has shifts nothing. Ends with 1 "
      "if there is a difference.\n"
      "In CI: write the golden file once with --update, and compare every "
      "later program with it.";
  Option first = File("FILE", "A program; - is standard input.", &flags->input);
  Option second =
      File("OTHER", "The program to compare it with.", &flags->other);
  second.required = false;
  command.operands = {std::move(first), std::move(second)};
  command.options = {
      File("--golden", "Compare FILE with this golden file instead.",
           &flags->golden),
      Flag("--update", "Write the golden file.", &flags->update),
      Flag("-p,--propagate", "Propagate the shardings of programs first.",
           &flags->propagate),
      Flag("--ignore-unmatched", "Ignore values that only one side has.",
           &flags->ignore_unmatched),
      Choice("--format", {"text", "json", "jsonl"},
             "text (default), JSON, or a line of JSON for each difference "
             "(schemas/diff-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings, and no text without a difference."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.options.push_back(JaxOption(*flags));
  command.options.push_back(SetOption(*flags));
  command.examples = {
      "shardflow diff examples/mlp_train_step.mlir "
      "examples/mlp_train_step.mlir",
      "shardflow diff -p examples/mlp_train_step.mlir --golden - --update"};
  command.run = [flags](Environment& env) { return RunDiff(*flags, env); };
  return command;
}

}  // namespace shardflow
