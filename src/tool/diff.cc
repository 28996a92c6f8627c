#include "tool/diff.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/cost.h"
#include "shardflow/diff.h"
#include "shardflow/graph.h"
#include "tool/file_command.h"
#include "tool/golden.h"
#include "tool/json_text.h"
#include "tool/progress.h"
#include "tool/question.h"
#include "tool/table.h"
#include "tool/what_if.h"

namespace shardflow {
namespace {

struct DiffFlags : FileFlags {
  std::string other;  // the second operand
  std::string golden;
  bool update = false;
  bool ignore_unmatched = false;
  std::string topology;       // as given by the user
  std::string topology_text;  // for the library: a name, or the text of a file
  std::vector<std::string> names;  // patterns for names
};

// One of the two sides of the comparison.
struct Side {
  std::string name;
  ShardingList list;
  // The program before propagation; empty for a golden file.
  std::optional<Program> program;
  // The program whose shardings are in `list`, unless it is `program` itself.
  std::optional<Program> propagated;
  // The shardings in `program`, computed on first use.
  std::optional<ShardingList> written;
  // The cost of the program as XLA partitions it, computed when first needed.
  // Empty for a golden file.
  std::optional<CostReport> cost;
  // For each --name that matches nothing on this side, a hint that lists other
  // names.
  std::map<std::string, std::string> others = {};
};

// Fills in the data to compare, from side.program. Returns false on error.
bool FillSide(const DiffFlags& flags, const OpRegistry& registry, Side& side,
              std::vector<Message>& messages) {
  GraphRequest request;
  request.propagate = !flags.as_is;
  request.run = RunOptionsOf(flags, registry);
  request.propagated = &side.propagated;
  const std::optional<ProgramGraph> graph =
      MakeGraph(*side.program, request, messages);
  if (!graph) return false;
  WarnIfUnsharded(flags, *graph, messages);
  for (const std::string& wanted : flags.names) {
    if (FindNamed(*graph, wanted).empty()) {
      side.others[wanted] = OtherNames(*graph, wanted);
    }
  }
  side.list = ListShardings(*graph, flags.names);
  return true;
}

// Makes a side from the result of `read`, which is a program, or nullopt on
// error.
template <class Fn>
std::optional<Side> MakeSide(std::string name, const DiffFlags& flags,
                             const OpRegistry& registry, Environment& env,
                             const Fn& read) {
  Side side;
  side.name = std::move(name);
  std::vector<Message> messages;
  bool ok = false;
  {
    const Progress progress(env, flags.quiet,
                            std::string(WorkText(flags)) + side.name);
    side.program = read(messages);
    ok = side.program && FillSide(flags, registry, side, messages);
  }
  PrintMessages(env, messages, flags.quiet);
  if (!ok) return std::nullopt;
  return side;
}

std::optional<Side> ReadSide(const std::string& path, const DiffFlags& flags,
                             const OpRegistry& registry, Environment& env) {
  Message error;
  std::optional<InputText> input = ReadInput(path, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return std::nullopt;
  }
  const std::string name = input->name;
  return MakeSide(name, flags, registry, env,
                  [&](std::vector<Message>& messages) {
                    return ReadNamed(flags, *std::move(input), messages);
                  });
}

// Returns a side for the same program with the shardings of --set.
std::optional<Side> WithSets(const Side& first, const DiffFlags& flags,
                             const OpRegistry& registry, Environment& env) {
  return MakeSide(
      first.name, flags, registry, env,
      [&](std::vector<Message>& messages) -> std::optional<Program> {
        Program program = first.program->Clone();
        if (!ApplySets(flags.sets, program, messages)) return std::nullopt;
        return program;
      });
}

// Consumes the side's program, which isn't needed afterwards.
std::optional<ShardingList> ListWritten(Side& side) {
  if (!side.propagated) return std::nullopt;
  std::vector<Message> ignored;
  const std::optional<ProgramGraph> graph =
      MakeGraph(*std::move(side.program), {}, ignored);
  if (!graph) return std::nullopt;
  return ListShardings(*graph);
}

std::optional<Side> ReadGoldenFile(const std::string& path, Environment& env,
                                   std::vector<std::string>& names) {
  Message error;
  const std::optional<InputText> input = ReadInput(path, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return std::nullopt;
  }
  std::optional<ShardingList> list = ReadGolden(input->text, error, &names);
  if (!list) {
    Complain(env,
             fmt::format("'{}' is not a golden file: {}", path, error.text));
    return std::nullopt;
  }
  Side side;
  side.name = input->name;
  side.list = std::move(*list);
  return side;
}

// Returns whether each pattern matches something on at least one side. Reports
// the first pattern that doesn't, because the comparison would silently ignore
// a misspelt name.
bool AllMeanSomething(const std::vector<std::string>& names, const Side& first,
                      const Side* second, Environment& env) {
  const auto has = [](ShardingList list, const std::string& name) {
    KeepNamed({name}, list);
    return !list.items.empty();
  };
  for (const std::string& name : names) {
    if (has(first.list, name) ||
        (second != nullptr && has(second->list, name))) {
      continue;
    }
    const auto others = first.others.find(name);
    Complain(
        env,
        fmt::format("diff: nothing in {} is called {}{}",
                    second == nullptr ? "the program" : "either of the two",
                    name, others == first.others.end() ? "" : others->second));
    return false;
  }
  return true;
}

class Reporter {
 public:
  Reporter(const Side& a, const Side& b, const ShardingDiff& diff,
           size_t root_count, bool spec, Terminal terminal)
      : a_(a),
        b_(b),
        diff_(diff),
        root_count_(root_count),
        spec_(spec),
        color_(terminal.color_out) {}

  std::string Text() const {
    std::string text;
    for (const auto& [a, b] : diff_.meshes) {
      text += fmt::format("mesh @{}\n", a.text.empty() ? b.name : a.name);
      AppendSides(a.text, b.text, text);
    }
    if (root_count_ > 0) {
      text += Paint("changed in the program", Color::kBold, color_) + "\n";
      AppendItems([&](const ItemPair& pair) { return pair.root; }, text);
      if (root_count_ < diff_.items.size()) {
        text += Paint("follows", Color::kBold, color_) + "\n";
      }
    }
    AppendItems([&](const ItemPair& pair) { return !pair.root; }, text);
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
    if (a_.written && b_.written) json["roots"] = root_count_;
    const int64_t a = BorderBytes(a_.list), b = BorderBytes(b_.list);
    if (a >= 0 && b >= 0) {
      json["a_bytes"] = a;
      json["b_bytes"] = b;
    }
    if (a_.cost && b_.cost) {
      json["a_sent"] = a_.cost->communication.wire_bytes;
      json["b_sent"] = b_.cost->communication.wire_bytes;
      json["a_peak"] = a_.cost->memory.peak;
      json["b_peak"] = b_.cost->memory.peak;
      if (!b_.cost->topology.empty()) {
        json["a_seconds"] = a_.cost->time.sum;
        json["b_seconds"] = b_.cost->time.sum;
      }
    }
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

  template <class Pred>
  void AppendItems(Pred pred, std::string& text) const {
    std::string_view function;
    for (const ItemPair& pair : diff_.items) {
      if (!pred(pair)) continue;
      const ShardedItem& item = ItemOf(pair);
      if (item.function != function) {
        function = item.function;
        text += Paint(std::string("@").append(function), Color::kBold, color_) +
                "\n";
      }
      text += "  " + Title(pair) + "\n";
      if (!pair.a || !pair.b) continue;
      const ShardedItem& a = a_.list.items[*pair.a];
      const ShardedItem& b = b_.list.items[*pair.b];
      const bool bytes = a.local_bytes >= 0 && b.local_bytes >= 0 &&
                         a.local_bytes != b.local_bytes;
      const bool types = a.type != b.type;
      AppendSides(Shown(a, bytes, types), Shown(b, bytes, types), text);
    }
  }

  std::string Shown(const ShardedItem& item, bool bytes, bool type) const {
    std::string text = type ? std::string(item.type) + " " : "";
    text += std::string(item.sharding.empty()         ? "no sharding"
                        : spec_ && !item.spec.empty() ? item.spec
                                                      : item.sharding);
    if (bytes) {
      text += fmt::format(", {} on each device", BytesText(item.local_bytes));
    }
    return text;
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
    if (!item.label.empty()) title.append(item.label).append(" ");
    std::string value(item.value);
    // A result without a name in the text is called "result 0 of <op>".
    if (!item.value.ends_with(item.op)) {
      if (!item.value.empty()) value += " ";
      value += item.op;
    }
    title += item.label.empty() || value.empty() ? value
                                                 : fmt::format("({})", value);
    if (pair.a && pair.b &&
        a_.list.items[*pair.a].type != b_.list.items[*pair.b].type) {
      title += ", shape changed";
    } else {
      title.append(" ").append(item.type);
    }
    if (const std::string where = item.Where(); !where.empty()) {
      title += ", " + where;
    }
    return title;
  }

  // Returns " instead of 1 MiB" or, if both look alike after rounding, " (8 B
  // more)". Returns " as before" if they are equal.
  static std::string Instead(int64_t before, int64_t now) {
    if (before == now) return " as before";
    const std::string was = BytesText(before);
    if (was != BytesText(now)) return " instead of " + was;
    return now > before ? fmt::format(" ({} B more)", now - before)
                        : fmt::format(" ({} B less)", before - now);
  }

  std::string Summary() const {
    if (diff_.empty()) {
      return fmt::format("no differences in {} shardings\n", diff_.matched);
    }
    std::string text =
        fmt::format("{} of {} shardings differ", diff_.changed, diff_.matched);
    if (a_.written && b_.written) {
      text += fmt::format(": {} changed in the program, {} follow{}",
                          root_count_, diff_.changed - root_count_,
                          diff_.changed - root_count_ == 1 ? "s" : "");
    }
    if (diff_.only_a + diff_.only_b > 0) {
      text +=
          fmt::format("; {} value{} only in the first, {} in the second",
                      diff_.only_a, diff_.only_a == 1 ? "" : "s", diff_.only_b);
    }
    const int64_t a = BorderBytes(a_.list), b = BorderBytes(b_.list);
    if (a >= 0 && b >= 0 && a != b) {
      text += fmt::format("\na device holds {} of arguments and results{}",
                          BytesText(b), Instead(a, b));
    }
    if (a_.cost && b_.cost) {
      const int64_t sent_a = a_.cost->communication.wire_bytes;
      const int64_t sent_b = b_.cost->communication.wire_bytes;
      const int64_t peak_a = a_.cost->memory.peak;
      const int64_t peak_b = b_.cost->memory.peak;
      text += fmt::format(
          "\na device sends {}{}, and needs {} of memory at the peak{}",
          BytesText(sent_b), Instead(sent_a, sent_b), BytesText(peak_b),
          Instead(peak_a, peak_b));
      if (!b_.cost->topology.empty()) {
        const std::string before = SecondsText(a_.cost->time.sum);
        const std::string now = SecondsText(b_.cost->time.sum);
        text +=
            fmt::format("\na step takes {} {} if nothing overlaps", now,
                        now == before ? "as before" : "instead of " + before);
      }
    }
    return text + "\n";
  }

  Json RowOf(const ItemPair& pair) const {
    const ShardedItem& item = ItemOf(pair);
    Json row;
    row["kind"] = !pair.b ? "only_a" : !pair.a ? "only_b" : "changed";
    if (pair.root) row["root"] = true;
    row["function"] = item.function;
    if (!item.value.empty()) row["value"] = item.value;
    if (!item.label.empty()) row["label"] = item.label;
    if (!item.op.empty()) row["op"] = item.op;
    row["type"] = item.type;
    if (pair.a && pair.b) {
      const std::string_view before = a_.list.items[*pair.a].type;
      if (before != item.type) row["a_type"] = before;
    }
    if (item.line > 0) row["line"] = item.line;
    if (pair.a) AddSide("a", a_.list.items[*pair.a], row);
    if (pair.b) AddSide("b", b_.list.items[*pair.b], row);
    return row;
  }

  static void AddSide(const std::string& side, const ShardedItem& item,
                      Json& row) {
    if (!item.sharding.empty()) row[side] = item.sharding;
    if (!item.spec.empty()) row[side + "_spec"] = item.spec;
    if (item.local_bytes >= 0) row[side + "_bytes"] = item.local_bytes;
  }

  const Side& a_;
  const Side& b_;
  const ShardingDiff& diff_;
  const size_t root_count_;
  const bool spec_;
  const bool color_;
};

// Returns the cost of a side's program as XLA partitions it, or nullopt if it
// can't be priced.
std::optional<CostReport> CostOf(Side& side, const DiffFlags& flags,
                                 const RunOptions& run,
                                 std::vector<Message>& messages) {
  CostOptions options;
  options.largest = 0;
  options.run = run;
  options.topology = flags.topology_text;
  // Nothing else needs the propagated program.
  return side.propagated ? Cost(std::move(*side.propagated), options, messages)
                         : Cost(*side.program, options, messages);
}

// Computes the costs of both sides. If a program can't be priced, that is an
// error only if the user named a machine. Otherwise the comparison is shown
// without costs. Returns false on error.
bool Price(Side& a, Side& b, const DiffFlags& flags, const RunOptions& run,
           Environment& env) {
  if (!a.program || !b.program) return true;
  std::vector<Message> messages;
  {
    const Progress progress(env, flags.quiet,
                            "pricing " + a.name + " and " + b.name);
    a.cost = CostOf(a, flags, run, messages);
    if (a.cost) b.cost = CostOf(b, flags, run, messages);
  }
  if (b.cost || flags.topology_text.empty()) return true;
  PrintMessages(env, messages, flags.quiet);
  return false;
}

ExitCode Compare(Side& a, Side& b, const DiffFlags& flags,
                 const RunOptions& run, Environment& env) {
  ShardingDiff diff = DiffShardings(a.list, b.list);
  if (flags.ignore_unmatched) {
    std::erase_if(diff.items,
                  [](const ItemPair& pair) { return !pair.a || !pair.b; });
    diff.only_a = diff.only_b = 0;
  }
  const ExitCode code = diff.empty() ? ExitCode::kOk : ExitCode::kFindings;
  // If there are no differences, the text mentions neither costs nor roots (see
  // MarkRoots). A program that doesn't fit the machine is an error in any case.
  const bool details =
      flags.format == "json" || (flags.format != "jsonl" && !diff.empty());
  if ((details || !flags.topology_text.empty()) &&
      !Price(a, b, flags, run, env)) {
    return ExitCode::kBadInput;
  }
  Output output(flags.output, env.out, env.temporaries);
  if (a.propagated && b.propagated &&
      (!diff.empty() || flags.format == "json")) {
    a.written = ListWritten(a);
    if (a.written) b.written = ListWritten(b);
  }
  const size_t roots = a.written && b.written
                           ? MarkRoots(*a.written, *b.written, b.list, diff)
                           : 0;
  const Reporter reporter(a, b, diff, roots, flags.spec,
                          TerminalOf(flags, env));
  if (flags.format == "json") {
    output.Append(IndentedLines(reporter.Document()));
  } else if (flags.format == "jsonl") {
    for (const Json& row : reporter.Rows()) output.Append(OneLine(row) + "\n");
  } else if (!flags.quiet || !diff.empty()) {
    output.Append(FitLines(reporter.Text(), TerminalOf(flags, env)));
  }
  return Finish(output, code, env);
}

ExitCode RunDiff(const DiffFlags& flags, Environment& env) {
  const bool golden = !flags.golden.empty();
  if (golden && !flags.other.empty()) {
    return UsageError(env, "diff", "--golden replaces the second file");
  }
  // A what-if compares the program with and without --set.
  const bool what_if = !golden && flags.other.empty();
  if (what_if && flags.sets.empty()) {
    return UsageError(env, "diff",
                      "a second file, --golden or --set is needed");
  }
  for (const std::string& name : flags.names) {
    if (golden && name.starts_with('%')) {
      return UsageError(
          env, "diff",
          "golden files don't contain names from the text, so --name " + name +
              " matches nothing");
    }
  }
  if (golden && !flags.topology.empty()) {
    return UsageError(env, "diff",
                      "golden files have no costs, so --golden can't be "
                      "combined with --topology");
  }
  if (flags.update && !golden) {
    return UsageError(env, "diff", "--update needs --golden");
  }
  if (flags.input == "-" && flags.other == "-") {
    return UsageError(env, "diff", "both files are standard input");
  }
  if (const std::string wrong = WrongPropagation(flags); !wrong.empty()) {
    return UsageError(env, "diff", wrong);
  }
  OpRegistry registry;
  if (!ReadRuleFiles(flags.rules, env.in, registry, env.err)) {
    return ExitCode::kBadInput;
  }
  DiffFlags before = flags;
  if (!ReadTopologyFile(flags.topology, env, before.topology_text)) {
    return ExitCode::kBadInput;
  }
  DiffFlags after = before;
  if (!golden) before.sets.clear();
  std::optional<Side> first = ReadSide(flags.input, before, registry, env);
  if (!first) return ExitCode::kBadInput;
  if (flags.update) {
    if (!AllMeanSomething(flags.names, *first, nullptr, env)) {
      return ExitCode::kBadInput;
    }
    Output output(flags.golden, env.out, env.temporaries);
    output.Append(GoldenText(first->list, flags.names));
    const ExitCode code = Finish(output, ExitCode::kOk, env);
    if (code == ExitCode::kOk && !flags.quiet && flags.golden != "-") {
      const size_t count = first->list.items.size();
      env.err << fmt::format("{} sharding{} written to {}\n", count,
                             count == 1 ? "" : "s", flags.golden);
    }
    return code;
  }
  std::vector<std::string> golden_names;
  std::optional<Side> second =
      golden    ? ReadGoldenFile(flags.golden, env, golden_names)
      : what_if ? WithSets(*first, after, registry, env)
                : ReadSide(flags.other, after, registry, env);
  if (!second) return ExitCode::kBadInput;
  if (golden) {
    // The golden file contains only the values that were selected when it was
    // written.
    KeepNamed(golden_names, first->list);
    KeepNamed(flags.names, second->list);
  }
  if (!AllMeanSomething(flags.names, *first, &*second, env)) {
    return ExitCode::kBadInput;
  }
  if (what_if) second->name += " with --set";
  // The golden file contains the expected shardings, so it is the old side.
  const RunOptions run = RunOptionsOf(flags, registry);
  return golden ? Compare(*second, *first, after, run, env)
                : Compare(*first, *second, after, run, env);
}

}  // namespace

Command MakeDiffCommand() {
  auto flags = std::make_shared<DiffFlags>();
  Command command;
  command.name = "diff";
  command.summary =
      "Compare the shardings of two programs, or of a program and a golden "
      "file";
  command.description =
      "Matches values in order, by their ops and types, and arguments and "
      "results by the user's names, so an op that only one program contains "
      "doesn't affect the others. Exits with 1 if there is a difference.\nWith "
      "--set instead of OTHER, shows the effects of an edit. Changes in the "
      "program itself come before their consequences.\nIn CI, write the golden "
      "file once with --update, and compare every later program with it.";
  Option first = File("FILE", "A program; - is standard input.", &flags->input);
  Option second =
      File("OTHER", "The program to compare it with.", &flags->other);
  second.required = false;
  command.operands = {std::move(first), std::move(second)};
  command.options = {
      File("--golden", "Compare FILE with this golden file instead.",
           &flags->golden),
      Flag("--update", "Write the golden file.", &flags->update),
      Repeated(Text("--name", "NAME",
                    "Compare only values with this name: params/**, block0/**, "
                    "%5, arg/0 (docs/names.md). May be given several times.",
                    nullptr),
               &flags->names),
      Flag("--ignore-unmatched", "Ignore values that are only on one side.",
           &flags->ignore_unmatched),
      Text("--topology", "NAME|FILE.toml",
           "Also compare the time of a step on this machine, as estimated by "
           "`shardflow cost` (docs/cost.md).",
           &flags->topology),
      Choice("--format", {"text", "json", "jsonl"},
             "text (default), JSON, or a line of JSON for each difference "
             "(schemas/diff-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags,
                  "No warnings, and no text if there is no difference."),
      FramesOption(*flags),
  };
  AddOptions(command, QuestionOptions(*flags));
  command.examples = {
      "shardflow diff examples/mlp_train_step.mlir "
      "examples/mlp_train_step.mlir",
      "shardflow diff examples/mlp_train_step.mlir --golden - --update",
      "shardflow diff --spec examples/gpt_train_step.mlir --set "
      "\"batch/*=P('fsdp', 'tp')\" --name \"result/**\""};
  command.run = [flags](Environment& env) { return RunDiff(*flags, env); };
  return command;
}

}  // namespace shardflow
