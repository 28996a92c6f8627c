#include "tool/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/cost.h"
#include "shardflow/explain.h"
#include "shardflow/graph.h"
#include "shardflow/names.h"
#include "shardflow/spec.h"
#include "tool/check_report.h"
#include "tool/comms.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/named_spec.h"
#include "tool/naming.h"
#include "tool/progress.h"
#include "tool/question.h"
#include "tool/table.h"

namespace shardflow {
namespace {

struct CheckFlags : FileFlags {
  std::vector<std::string> expect;
  std::vector<std::string> expect_files;
  int64_t max_replicated = -1;  // in bytes; -1 for no limit
  std::vector<std::string> no_all_gather;
  std::string junit;
};

// Returns the text between quotes, single or double. Returns nullopt unless
// `text` is exactly one quoted string.
std::optional<std::string_view> TextInQuotes(std::string_view text) {
  if (text.size() < 2 || (text.front() != '"' && text.front() != '\'') ||
      text.find(text.front(), 1) != text.size() - 1) {
    return std::nullopt;
  }
  return text.substr(1, text.size() - 2);
}

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Rewrites a line of TOML, such as `"params/*/wq" = "P('x', None)"`, as
// `params/*/wq=P('x', None)`. Returns any other line unchanged.
std::string WithoutToml(std::string_view line) {
  const size_t end = line.empty() ? 0 : line.find(line.front(), 1);
  if (end == std::string_view::npos || !TextInQuotes(line.substr(0, end + 1))) {
    return std::string(line);
  }
  const std::string_view rest = Trimmed(line.substr(end + 1));
  if (!rest.starts_with('=')) return std::string(line);
  std::string_view value = Trimmed(rest.substr(1));
  const size_t close =
      value.empty() ? std::string_view::npos : value.find(value.front(), 1);
  if (close != std::string_view::npos &&
      Trimmed(value.substr(close + 1)).starts_with('#')) {
    value = value.substr(0, close + 1);
  }
  const auto spec = TextInQuotes(value);
  if (!spec) return std::string(line);
  return fmt::format("{}={}", line.substr(1, end - 1), *spec);
}

// Reads one expectation per line. Skips empty lines and lines that begin with
// `#`.
bool ReadExpectations(const std::string& path, std::istream& in,
                      std::vector<NamedSpec>& list, Message& error) {
  const std::optional<InputText> input = ReadInput(path, in, error);
  if (!input) return false;
  std::string_view rest = input->text.view();
  for (int line = 1; !rest.empty(); ++line) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = Trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.empty() || text.front() == '#') continue;
    std::optional<NamedSpec> spec = ParseNamedSpec(WithoutToml(text), error);
    if (!spec) {
      error.text = fmt::format("{}:{}: {}", input->name, line, error.text);
      return false;
    }
    list.push_back(*std::move(spec));
  }
  return true;
}

// A tensor to which an expectation applies, after propagation: an argument or a
// result of @main, or a value in its body.
struct Place {
  std::string name;  // "argument 3 params['w']", "%5 stablehlo.add"
  int tensor = 0;    // index in the graph's tensors
  // Exactly one of `argument`, `result` and `value` is set.
  int argument = -1;
  int result = -1;
  std::string value;  // such as "%5"
};

Place PlaceOf(std::string_view what, int index, std::string_view label,
              int tensor) {
  Place place;
  place.name = fmt::format("{} {}", what, index);
  if (!label.empty()) place.name += fmt::format(" {}", label);
  place.tensor = tensor;
  (what == "result" ? place.result : place.argument) = index;
  return place;
}

Place ArgumentAt(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  return PlaceOf("argument", row.index, LabelOf(graph, value), row.tensor);
}

Place ResultAt(const GraphFunction& function, int index) {
  const auto i = static_cast<size_t>(index);
  return PlaceOf("result", index, function.result_labels[i],
                 function.results[i]);
}

Place PlaceOfValue(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  Place place;
  place.name = fmt::format("{} {}", CalledValue(graph, value),
                           graph.ops[static_cast<size_t>(row.op)].name);
  place.tensor = row.tensor;
  place.value = row.name;
  return place;
}

// Returns the arguments and results of @main.
std::vector<Place> BordersOf(const ProgramGraph& graph) {
  std::vector<Place> borders;
  const int main = MainOf(graph);
  if (main < 0) return borders;
  const GraphFunction& function = graph.functions[static_cast<size_t>(main)];
  for (const int value : function.arguments) {
    borders.push_back(ArgumentAt(graph, value));
  }
  for (size_t i = 0; i < function.results.size(); ++i) {
    borders.push_back(ResultAt(function, static_cast<int>(i)));
  }
  return borders;
}

// Returns the places in @main that a name refers to. These are arguments and
// results or, if none of them has this name, values in the body.
std::vector<Place> PlacesCalled(const ProgramGraph& graph,
                                const std::string& name) {
  const int main = MainOf(graph);
  if (main < 0) return {};
  const GraphFunction& function = graph.functions[static_cast<size_t>(main)];
  const NamedTensors named = FindNamed(graph, name, function.name);
  std::vector<Place> borders, inside;
  for (const int value : named.values) {
    const GraphValue& row = graph.values[static_cast<size_t>(value)];
    if (row.is_argument && row.op == function.op) {
      borders.push_back(ArgumentAt(graph, value));
    } else {
      inside.push_back(PlaceOfValue(graph, value));
    }
  }
  for (const GraphResult& result : named.results) {
    borders.push_back(ResultAt(function, result.index));
  }
  return borders.empty() ? inside : borders;
}

// Returns the spec as text, with at least `rank` entries.
std::string SpecTextOf(ShardingInfo spec, size_t rank) {
  spec.dims.resize(std::max(rank, spec.dims.size()));
  return SpecText(spec);
}

class Checker {
 public:
  Checker(const CheckFlags& flags, const Program& program,
          const ProgramGraph& graph, RunOptions run)
      : flags_(flags),
        program_(program),
        graph_(graph),
        borders_(BordersOf(graph)),
        run_(run) {}

  // Checks all requirements. On error, returns false and adds the error to
  // `messages`.
  bool Run(const std::vector<NamedSpec>& expectations,
           std::vector<Message>& messages) {
    for (const NamedSpec& expectation : expectations) Expect(expectation);
    if (flags_.max_replicated >= 0) CheckReplicated();
    return flags_.no_all_gather.empty() || CheckGathers(messages);
  }

  const CheckReport& report() const { return report_; }

 private:
  void Expect(const NamedSpec& expectation) {
    CheckCase& check = report_.cases.emplace_back();
    check.text = expectation.text;
    const std::vector<Place> places = PlacesCalled(graph_, expectation.pattern);
    for (const Place& place : places) {
      ++report_.compared;
      const GraphTensor& tensor = TensorOf(place.tensor);
      const ShardingInfo has = tensor.sharding_info.value_or(ShardingInfo());
      if (SameSpec(expectation.spec, has)) continue;
      const size_t rank = tensor.shape ? tensor.shape->size() : 0;
      CheckFinding& finding = check.findings.emplace_back();
      finding.tensor = fmt::format("{} : {}", place.name, tensor.type);
      finding.has = SpecTextOf(has, rank);
      finding.wants = SpecTextOf(expectation.spec, rank);
      finding.why = Misfits(expectation.spec, tensor, has);
      if (finding.why.empty()) {
        finding.why = WhyNot(place, expectation.spec, has);
      }
    }
    if (!places.empty()) return;
    check.findings.emplace_back().text =
        "nothing in @main has this name" +
        OtherNames(graph_, expectation.pattern);
  }

  // Returns the reasons why a tensor with this rank and mesh can't be sharded
  // as in `wants`. The list is empty if it can.
  std::vector<std::string> Misfits(const ShardingInfo& wants,
                                   const GraphTensor& tensor,
                                   const ShardingInfo& has) const {
    std::vector<std::string> why;
    const size_t rank = tensor.shape ? tensor.shape->size() : 0;
    if (tensor.shape && wants.dims.size() > rank) {
      why.push_back(fmt::format("the tensor has {} dimension{}, and {} has {}",
                                rank, rank == 1 ? "" : "s", SpecText(wants),
                                wants.dims.size()));
    }
    // A tensor without a sharding may use any mesh of the program.
    std::vector<std::string> known;
    for (const GraphMesh& mesh : graph_.meshes) {
      if (!has.mesh.empty() && mesh.mesh.name != has.mesh) continue;
      for (const MeshAxisInfo& axis : mesh.mesh.axes) {
        known.push_back(axis.name);
      }
    }
    if (known.empty()) return why;
    std::set<std::string> wrong;
    for (const DimShardingInfo& dim : wants.dims) {
      for (const AxisInfo& axis : dim.axes) {
        if (std::find(known.begin(), known.end(), axis.name) == known.end()) {
          wrong.insert(axis.name);
        }
      }
    }
    for (const std::string& axis : wrong) {
      why.push_back(fmt::format("the mesh has no axis '{}', only {}{}", axis,
                                fmt::join(known, ", "),
                                DidYouMean(axis, known)));
    }
    return why;
  }

  // Explains the difference: why an unexpected axis is there, and why a missing
  // axis isn't.
  std::vector<std::string> WhyNot(const Place& place, const ShardingInfo& wants,
                                  const ShardingInfo& has) {
    // The maximum number of explanations, because each requires another
    // propagation.
    constexpr int kExplained = 10;
    if (flags_.as_is || ++explained_ > kExplained) return {};
    ExplainRequest request;
    request.run = run_;
    request.argument = place.argument;
    request.result = place.result;
    request.value = place.value;
    std::vector<Message> ignored;
    const std::optional<Explanation> explanation =
        Explain(program_, request, ignored);
    if (!explanation || explanation->values.empty()) return {};
    const ExplainedValue& value = explanation->values.front();
    std::vector<std::string> why;
    for (const ExplainedAxis& axis : value.axes) {
      if (axis.chain.empty() || HasAxis(wants, axis.dimension, axis.axis)) {
        continue;
      }
      const ChainLink& from = axis.chain.front();
      why.push_back(fmt::format("{} in dimension {} is from {}", axis.axis,
                                axis.dimension, CalledTensor(from.tensor)));
    }
    for (const StoppedAxis& stop : value.stopped) {
      constexpr size_t kShown = 4;
      if (why.size() >= kShown) break;
      if (stop.dimension < 0 || HasAxis(has, stop.dimension, stop.axis) ||
          !HasAxis(wants, stop.dimension, stop.axis)) {
        continue;
      }
      why.push_back(fmt::format("{} of {} did not come: {}{}", stop.axis,
                                CalledTensor(stop.source), stop.text,
                                At(stop.op.place)));
    }
    return why;
  }

  // `axis` is in the form that `explain` uses: "x", including the quotes.
  static bool HasAxis(const ShardingInfo& spec, int dimension,
                      std::string_view axis) {
    const auto d = static_cast<size_t>(dimension);
    if (dimension < 0 || d >= spec.dims.size()) return false;
    return std::any_of(spec.dims[d].axes.begin(), spec.dims[d].axes.end(),
                       [&](const AxisInfo& a) {
                         return axis.starts_with(fmt::format("\"{}\"", a.name));
                       });
  }

  static std::string CalledTensor(const ExplainedTensor& tensor) {
    return tensor.label.empty() ? tensor.name : LabelPath(tensor.label);
  }

  static std::string At(const ExplainedPlace& place) {
    return place.line > 0 ? fmt::format(" at {}:{}", place.file, place.line)
                          : "";
  }

  // Whether every device holds the whole tensor, although the tensor is larger
  // than --max-replicated allows.
  bool IsReplicated(const GraphTensor& tensor) const {
    return tensor.bytes >= 0 && tensor.bytes == tensor.local_bytes &&
           tensor.bytes > flags_.max_replicated;
  }

  void CheckReplicated() {
    CheckCase& check = report_.cases.emplace_back();
    check.text =
        fmt::format("--max-replicated {}", BytesText(flags_.max_replicated));
    if (std::none_of(graph_.meshes.begin(), graph_.meshes.end(),
                     [](const GraphMesh& m) { return m.devices > 1; })) {
      check.findings.emplace_back().text =
          "the program has no mesh of several devices: nothing can be sharded";
      return;
    }
    for (const Place& border : borders_) {
      AddReplicated(border.name, TensorOf(border.tensor), "", check);
    }
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (value.is_argument || value.op < 0) continue;
      const GraphOp& op = graph_.ops[static_cast<size_t>(value.op)];
      if (op.name.ends_with(".constant")) continue;
      const std::string name =
          op.label().empty() ? fmt::format("{} {}", value.name, op.name)
                             : fmt::format("{} ({})", op.label(), value.name);
      AddReplicated(name, TensorOf(value.tensor), PlaceShown(op), check);
    }
  }

  void AddReplicated(const std::string& name, const GraphTensor& tensor,
                     const std::string& place, CheckCase& check) {
    ++report_.compared;
    if (!IsReplicated(tensor)) return;
    CheckFinding& finding = check.findings.emplace_back();
    finding.tensor = fmt::format("{} : {}", name, tensor.type);
    finding.text =
        fmt::format("every device holds all {} of it", BytesText(tensor.bytes));
    if (!place.empty()) finding.text += " at " + place;
  }

  // Checks --no-all-gather against the collectives that XLA's partitioner would
  // insert.
  bool CheckGathers(std::vector<Message>& messages) {
    CostOptions options;
    options.propagate = !flags_.as_is;
    options.plain_shardy = !run_.jax;
    options.run = run_;
    const std::optional<CostReport> cost = Cost(program_, options, messages);
    // Names are looked up in the program before propagation.
    std::optional<ProgramGraph> graph;
    if (cost) graph = MakeGraph(program_, {}, messages);
    if (!graph) return false;
    for (const std::string& pattern : flags_.no_all_gather) {
      CheckCase& check = report_.cases.emplace_back();
      check.text = "--no-all-gather " + pattern;
      const std::optional<MeantTensors> meant = FindMeant(*graph, pattern);
      if (!meant) {
        check.findings.emplace_back().text =
            "nothing in the program has this name" +
            OtherNames(*graph, pattern);
        continue;
      }
      for (const CollectiveCost& c : cost->communication.collectives) {
        if (c.kind != "all_gather") continue;
        ++report_.compared;
        if (!IsMeant(c, *meant)) continue;
        CheckFinding& finding = check.findings.emplace_back();
        finding.tensor = c.value.empty() ? "a tensor" : LabelPath(c.value);
        finding.text =
            fmt::format("is gathered over {}, {} from each device, for {}",
                        c.axes, BytesText(c.wire_bytes),
                        c.place.name.empty() ? c.place.op : c.place.name);
        if (c.place.line > 0) {
          finding.text += fmt::format(" at {}:{}", c.place.file, c.place.line);
        }
      }
    }
    return true;
  }

  const GraphTensor& TensorOf(int tensor) const {
    return graph_.tensors[static_cast<size_t>(tensor)];
  }

  const CheckFlags& flags_;
  const Program& program_;
  const ProgramGraph& graph_;
  const std::vector<Place> borders_;
  const RunOptions run_;
  int explained_ = 0;
  CheckReport report_;
};

ExitCode Check(const CheckFlags& flags,
               const std::vector<NamedSpec>& expectations, InputText input,
               const OpRegistry& registry, Output& output, Environment& env) {
  const std::string name = input.name;
  std::vector<Message> messages;
  const RunOptions run = RunOptionsOf(flags, registry);
  std::optional<Program> program;
  std::optional<ProgramGraph> graph;
  {
    const Progress progress(env, flags.quiet,
                            std::string(WorkText(flags)) + name);
    program = ReadNamed(flags, std::move(input), messages);
    if (program) {
      graph = MakeGraph(*program, {.run = run, .propagate = !flags.as_is},
                        messages);
    }
    if (graph) {
      WarnIfUnsharded(flags, *graph, messages);
    }
  }
  PrintMessages(env, messages, flags.quiet);
  if (!graph) return ExitCodeOf(messages);
  Checker checker(flags, *program, *graph, run);
  // The first propagation has already reported the warnings.
  std::vector<Message> again;
  if (!checker.Run(expectations, again)) {
    PrintMessages(env, again, flags.quiet);
    return ExitCodeOf(again);
  }
  const CheckReport& report = checker.report();
  const Terminal terminal = TerminalOf(flags, env);
  output.Append(flags.format == "json"
                    ? CheckJson(report)
                    : FitLines(CheckText(report, terminal), terminal));
  if (!flags.junit.empty()) {
    Message error;
    if (!WriteOutput(flags.junit, CheckJUnit(report, name), env.out, error,
                     env.temporaries)) {
      Complain(env, error.text);
      return ExitCodeOf(error.code);
    }
  }
  return report.wrong() == 0 ? ExitCode::kOk : ExitCode::kFindings;
}

ExitCode RunCheck(const CheckFlags& flags, Environment& env) {
  std::vector<NamedSpec> expectations;
  Message error;
  for (const std::string& text : flags.expect) {
    std::optional<NamedSpec> spec = ParseNamedSpec(text, error);
    if (!spec) return UsageError(env, "check", error.text);
    expectations.push_back(*std::move(spec));
  }
  for (const std::string& path : flags.expect_files) {
    if (!ReadExpectations(path, env.in, expectations, error)) {
      Complain(env, error.text);
      return ExitCode::kBadInput;
    }
  }
  if (expectations.empty() && flags.max_replicated < 0 &&
      flags.no_all_gather.empty()) {
    return UsageError(env, "check",
                      "nothing is expected: give --expect, --expect-file, "
                      "--max-replicated or --no-all-gather");
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        return Check(flags, expectations, std::move(input), registry, output,
                     env);
      });
}

}  // namespace

Command MakeCheckCommand() {
  auto flags = std::make_shared<CheckFlags>();
  Command command;
  command.name = "check";
  command.summary = "Check that tensors are sharded as expected, for CI";
  command.description =
      "Propagates the program and compares the shardings of @main's arguments, "
      "results and values with the expected ones. Exits with 1, and says why, "
      "if a sharding differs or if no tensor has the name (docs/check.md).";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Repeated(
          Text(
              "--expect", "NAME=SPEC",
              "An expected sharding, such as \"params/*/wq=P('x', "
              "None)\". NAME refers to an argument, a result or a value in the "
              "body: its name in JAX in either spelling, where * matches "
              "anything within a path step, or arg/0, res/0 or %5 "
              "(docs/names.md). May be given several times.",
              nullptr),
          &flags->expect),
      Files("--expect-file",
            "A file with one expectation per line, as above or in TOML: "
            "\"params/*/wq\" = \"P('x', None)\"; # begins a comment. May be "
            "given several times.",
            &flags->expect_files),
      Bytes("--max-replicated",
            "Fail if a tensor larger than this is replicated on all devices: "
            "1MiB, 64KB.",
            &flags->max_replicated, 0),
      Repeated(Text("--no-all-gather", "NAME",
                    "Fail if XLA gathers a tensor with this name, or any "
                    "tensor for an op with this name: \"params/embed\", "
                    "\"block0/**\". May be given several times.",
                    nullptr),
               &flags->no_all_gather),
      File("--junit", "Also write the result to FILE as JUnit XML.",
           &flags->junit),
      Choice("--format", {"text", "json"}, "text (default), or JSON.",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
  };
  AddOptions(command, QuestionOptions(*flags));
  command.examples = {
      "shardflow check examples/mlp_train_step.mlir --expect "
      "\"result/0/*/w_in=P(None, 'model')\"",
      "shardflow check examples/gpt_train_step.mlir --expect "
      "\"opt_state/**/wq=P('fsdp', 'tp')\" --max-replicated 64MiB"};
  command.run = [flags](Environment& env) { return RunCheck(*flags, env); };
  return command;
}

}  // namespace shardflow
