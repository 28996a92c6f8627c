#include "tool/show.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/graph.h"
#include "shardflow/names.h"
#include "tool/file_command.h"
#include "tool/graph_pictures.h"
#include "tool/naming.h"
#include "tool/progress.h"
#include "tool/question.h"
#include "tool/show_report.h"
#include "tool/svg_picture.h"

namespace shardflow {
namespace {

struct ShowFlags : FileFlags {
  int top = 10;
  int depth = -1;  // -1 for the default, which depends on the output
  std::string around;
  bool all = false;
  std::string value;
  int argument = -1;
  int result = -1;
  std::string function;
  bool dot = false;
  bool model_explorer = false;
  bool svg = false;
  std::string scope;
};

bool AsksForTensor(const ShowFlags& flags) {
  return !flags.value.empty() || flags.argument >= 0 || flags.result >= 0;
}

ShownTensor ShownValue(const ProgramGraph& graph, int value, bool all_frames) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  ShownTensor shown{std::string(row.name),
                    std::string(LabelOf(graph, value)),
                    "",
                    "",
                    row.tensor,
                    ManualShown(graph, value)};
  if (row.op >= 0) {
    const GraphOp& op = graph.ops[static_cast<size_t>(row.op)];
    if (!row.is_argument) shown.op = op.name;
    if (all_frames) {
      shown.where = PlaceShown(op, true);
    } else if (op.line > 0) {
      shown.where = fmt::format("{}:{}", op.file(), op.line);
    }
  }
  return shown;
}

ShownTensor ShownResult(const GraphFunction& function, size_t result) {
  return {fmt::format("result {} of @{}", result, function.name),
          function.result_labels[result],
          "",
          "",
          function.results[result],
          ""};
}

bool IsMeant(const GraphFunction& function, const ShowFlags& flags,
             size_t functions) {
  return flags.function.empty() ? function.name == "main" || functions == 1
                                : function.name == flags.function;
}

std::vector<ShownTensor> FindNamed(const ProgramGraph& graph,
                                   const ShowFlags& flags) {
  std::vector<ShownTensor> found;
  const NamedTensors named = FindNamed(graph, flags.value, flags.function);
  for (const int value : named.values) {
    found.push_back(ShownValue(graph, value, flags.frames == "all"));
  }
  for (const GraphResult& result : named.results) {
    found.push_back(
        ShownResult(graph.functions[static_cast<size_t>(result.function)],
                    static_cast<size_t>(result.index)));
  }
  return found;
}

// Returns all tensors that the flags select.
std::vector<ShownTensor> FindTensors(const ProgramGraph& graph,
                                     const ShowFlags& flags) {
  if (!flags.value.empty()) return FindNamed(graph, flags);
  std::vector<ShownTensor> found;
  for (const GraphFunction& function : graph.functions) {
    if (!IsMeant(function, flags, graph.functions.size())) continue;
    const auto argument = static_cast<size_t>(flags.argument);
    if (flags.argument >= 0 && argument < function.arguments.size()) {
      found.push_back(ShownValue(graph, function.arguments[argument],
                                 flags.frames == "all"));
    }
    const auto result = static_cast<size_t>(flags.result);
    if (flags.result >= 0 && result < function.results.size()) {
      found.push_back(ShownResult(function, result));
    }
  }
  return found;
}

std::string AskedFor(const ShowFlags& flags) {
  std::string text = !flags.value.empty() ? "value " + flags.value
                     : flags.argument >= 0
                         ? fmt::format("argument {}", flags.argument)
                         : fmt::format("result {}", flags.result);
  if (!flags.function.empty()) text += " in @" + flags.function;
  return text;
}

// Finds the part of the graph around the values named by --around. Returns
// false if there are none. For a function result, the returned value is used.
bool FindPart(const ProgramGraph& graph, const ShowFlags& flags,
              std::vector<int>& values, GraphPart& part) {
  NamedTensors named = FindNamed(graph, flags.around, flags.function);
  values = std::move(named.values);
  for (const GraphResult& result : named.results) {
    const int value = ReturnedValue(graph, result);
    if (value >= 0) values.push_back(value);
  }
  if (values.empty()) return false;
  part = PartAround(graph, values, flags.depth < 0 ? 2 : flags.depth);
  return true;
}

void ComplainAbout(const ProgramGraph& graph, const ShowFlags& flags,
                   Environment& env) {
  Complain(env, "show: there is no value " + flags.around + " in the program" +
                    OtherNames(graph, flags.around));
}

std::vector<std::string> ScopesOf(const ProgramGraph& graph) {
  std::set<std::string> scopes;
  for (const GraphOp& op : graph.ops) scopes.emplace(ScopeOf(op));
  return {scopes.begin(), scopes.end()};
}

// Draws the part of the graph around a value or in a scope.
ExitCode WriteSvg(const ProgramGraph& graph, const ShowFlags& flags,
                  Output& output, Environment& env) {
  SvgOptions options;
  if (!flags.scope.empty()) {
    options.title = LabelPath(flags.scope);
    options.part = PartOfScope(graph, options.title);
    if (options.part.ops.empty() && options.part.arguments.empty()) {
      Complain(env, "show: there is no scope " + flags.scope +
                        " in the program" +
                        DidYouMean(options.title, ScopesOf(graph)));
      return ExitCode::kBadInput;
    }
  } else {
    options.title = LabelPath(flags.around);
    if (!FindPart(graph, flags, options.centre, options.part)) {
      ComplainAbout(graph, flags, env);
      return ExitCode::kBadInput;
    }
  }
  output.Append(GraphSvg(graph, options));
  return ExitCode::kOk;
}

ExitCode WriteDotPicture(const ProgramGraph& graph, const ShowFlags& flags,
                         Output& output, Environment& env) {
  DotOptions options;
  options.spec = flags.spec;
  if (flags.around.empty()) {
    options.depth = flags.depth;
  } else {
    if (!FindPart(graph, flags, options.centre, options.part.emplace())) {
      ComplainAbout(graph, flags, env);
      return ExitCode::kBadInput;
    }
  }
  WriteDot(graph, options,
           [&](std::string_view text) { return output.Append(text); });
  return ExitCode::kOk;
}

// Draws the devices of one tensor, as SVG.
ExitCode WriteGrid(const ProgramGraph& graph,
                   const std::vector<ShownTensor>& shown, Output& output,
                   Environment& env) {
  if (shown.size() > 1) {
    Complain(env, fmt::format("show: --svg draws one tensor, and this means {}",
                              shown.size()));
    return ExitCode::kBadInput;
  }
  const ShownTensor& one = shown.front();
  const std::string name = one.label.empty() ? one.name : LabelPath(one.label);
  const std::string picture = DeviceGridSvg(
      graph, graph.tensors[static_cast<size_t>(one.tensor)], name);
  if (picture.empty()) {
    Complain(env,
             "show: " + name + " has no sharding, or too many devices to draw");
    return ExitCode::kBadInput;
  }
  output.Append(picture);
  return ExitCode::kOk;
}

ExitCode WriteTensors(const ProgramGraph& graph, const ShowFlags& flags,
                      Output& output, Environment& env) {
  const std::vector<ShownTensor> shown = FindTensors(graph, flags);
  if (shown.empty()) {
    Complain(env,
             "show: there is no " + AskedFor(flags) + " in the program" +
                 (flags.value.empty() ? "" : OtherNames(graph, flags.value)));
    return ExitCode::kBadInput;
  }
  if (flags.format == "json") {
    output.Append(TensorsJson(graph, shown));
    return ExitCode::kOk;
  }
  if (flags.svg) return WriteGrid(graph, shown, output, env);
  for (size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) output.Append("\n");
    const Terminal terminal = TerminalOf(flags, env);
    output.Append(
        SafeText(TensorText(graph, shown[i], flags.spec, terminal), terminal));
  }
  return ExitCode::kOk;
}

ExitCode Write(const ProgramGraph& graph, const std::string& name,
               const ShowFlags& flags, Output& output, Environment& env) {
  if (AsksForTensor(flags)) return WriteTensors(graph, flags, output, env);
  ShowSizes sizes;
  sizes.top = static_cast<size_t>(flags.top);
  sizes.all = flags.all;
  sizes.spec = flags.spec;
  sizes.as_is = flags.as_is;
  if (flags.depth >= 0) sizes.depth = flags.depth;
  if (flags.svg) return WriteSvg(graph, flags, output, env);
  if (flags.dot) return WriteDotPicture(graph, flags, output, env);
  if (flags.model_explorer) {
    WriteModelExplorer(graph, name, [&](std::string_view text) {
      return output.Append(text);
    });
  } else if (flags.format == "json") {
    output.Append(OverviewJson(graph, sizes));
  } else {
    const Terminal terminal = TerminalOf(flags, env);
    output.Append(SafeText(OverviewText(graph, sizes, terminal), terminal));
  }
  return ExitCode::kOk;
}

ExitCode RunShow(const ShowFlags& flags, Environment& env) {
  const int pictures = (flags.dot ? 1 : 0) + (flags.model_explorer ? 1 : 0);
  const int tensors = (flags.value.empty() ? 0 : 1) +
                      (flags.argument >= 0 ? 1 : 0) +
                      (flags.result >= 0 ? 1 : 0);
  if (pictures + tensors > 1) {
    return UsageError(env, "show",
                      "at most one of --value, --arg, --result, --dot and "
                      "--model-explorer");
  }
  if (!flags.around.empty() && !flags.dot && !flags.svg) {
    return UsageError(env, "show", "--around needs --dot or --svg");
  }
  const int parts =
      tensors + (flags.around.empty() ? 0 : 1) + (flags.scope.empty() ? 0 : 1);
  if (flags.svg ? pictures > 0 || parts != 1 : !flags.scope.empty()) {
    return UsageError(env, "show",
                      "--svg needs one of --around, --scope and --name, and no "
                      "other picture");
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        GraphRequest request;
        request.propagate = !flags.as_is;
        request.frames = flags.frames == "all";
        request.run = RunOptionsOf(flags, registry);
        std::vector<Message> messages;
        const std::string name = input.name;
        std::optional<ProgramGraph> graph;
        {
          const Progress progress(env, flags.quiet,
                                  std::string(WorkText(flags)) + name);
          std::optional<Program> program =
              ReadNamed(flags, std::move(input), messages);
          if (program) {
            graph = MakeGraph(*std::move(program), request, messages);
          }
          if (graph) WarnIfUnsharded(flags, *graph, messages);
        }
        PrintMessages(env, messages, flags.quiet);
        if (!graph) return ExitCode::kBadInput;
        return Write(*graph, name, flags, output, env);
      });
}

}  // namespace

Command MakeShowCommand() {
  auto flags = std::make_shared<ShowFlags>();
  Command command;
  command.name = "show";
  command.summary =
      "Show how a program's tensors are sharded and what a device holds";
  command.description =
      "Prints the meshes, the parameters and results, and the largest tensors "
      "of the program after propagation. Byte counts are per device.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Number("--top", "How many of the largest tensors to print (default: 10).",
             &flags->top, 0),
      Flag("--all",
           "Print all functions, parameters and results, not only the first 20 "
           "of @main.",
           &flags->all),
      Text("--value,--name", "NAME",
           "Show only this value, and which device holds which part of it. It "
           "is named as in FILE (%5, %5#1, %arg0) or by the user's name, in "
           "either spelling: \"params['layer0']['wq']\", params/layer0/wq. A "
           "pattern shows all values that match: params/*/wq, "
           "block0/**/dot_general.",
           &flags->value),
      Number("--arg", "Show only the argument with this index.",
             &flags->argument, 0),
      Number("--result", "Show only the result with this index.",
             &flags->result, 0),
      Text("--func", "NAME",
           "The function of the value (default: any for --value, otherwise "
           "@main).",
           &flags->function),
      Flag("--dot",
           "Write a graph for Graphviz, coloured by sharding: dot -Tsvg.",
           &flags->dot),
      Flag(
          "--svg",
          "Write a picture: of what is around a value (--around), of a scope "
          "(--scope), or of the devices of a tensor (--name, --arg, --result).",
          &flags->svg),
      Text("--scope", "NAME",
           "With --svg: the scope, such as block0/attention.", &flags->scope),
      Text("--around", "NAME",
           "With --dot or --svg: draw only what is around this value, at most "
           "--depth ops away (default: 2), so that it fits on a page.",
           &flags->around),
      Number(
          "--depth",
          "How many path steps (params/blocks/0) to group tensors by (default: "
          "1; 0: no groups). With --dot, each scope of this depth is one node.",
          &flags->depth, 0),
      Flag("--model-explorer", "Write a graph for Model Explorer, as JSON.",
           &flags->model_explorer),
      Choice("--format", {"text", "json"},
             "text (default), or JSON (schemas/show-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      FramesOption(*flags),
  };
  AddOptions(command, QuestionOptions(*flags));
  command.examples = {"shardflow show examples/mlp_train_step.mlir",
                      "shardflow show examples/mlp_train_step.mlir --arg 0",
                      "shardflow show examples/gpt_train_step.mlir --spec "
                      "--name params/blocks/0/wq",
                      "shardflow show examples/gpt_train_step.mlir --svg "
                      "--scope block0/feed_forward",
                      "shardflow show examples/gpt_train_step.mlir --dot "
                      "--around params/blocks/0/up --depth 2"};
  command.run = [flags](Environment& env) { return RunShow(*flags, env); };
  return command;
}

}  // namespace shardflow
