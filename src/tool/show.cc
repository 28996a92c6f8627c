#include "tool/show.h"

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/graph.h"
#include "tool/file_command.h"
#include "tool/graph_pictures.h"
#include "tool/progress.h"
#include "tool/show_report.h"

namespace shardflow {
namespace {

struct ShowFlags : FileFlags {
  bool propagate = false;
  int top = 10;
  bool all = false;
  std::string value;
  int argument = -1;
  int result = -1;
  std::string function;
  bool dot = false;
  bool model_explorer = false;
};

bool AsksForTensor(const ShowFlags& flags) {
  return !flags.value.empty() || flags.argument >= 0 || flags.result >= 0;
}

ShownTensor ShownValue(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  ShownTensor shown{row.name, "", "", row.tensor};
  if (row.op >= 0) {
    const GraphOp& op = graph.ops[static_cast<size_t>(row.op)];
    if (!row.is_argument) shown.op = op.name;
    if (op.line > 0) shown.where = fmt::format("{}:{}", op.file, op.line);
  }
  return shown;
}

// Everything that the flags may name. A name without '#' stands for all results
// of its op.
std::vector<ShownTensor> FindTensors(const ProgramGraph& graph,
                                     const ShowFlags& flags) {
  std::vector<ShownTensor> found;
  if (!flags.value.empty()) {
    for (size_t v = 0; v < graph.values.size(); ++v) {
      const GraphValue& value = graph.values[v];
      const bool same =
          value.name == flags.value ||
          (value.named && value.name.starts_with(flags.value + "#"));
      if (!same || value.op < 0) continue;
      const int function = graph.ops[static_cast<size_t>(value.op)].function;
      const bool there = flags.function.empty() ||
                         (function >= 0 &&
                          graph.functions[static_cast<size_t>(function)].name ==
                              flags.function);
      if (there) found.push_back(ShownValue(graph, static_cast<int>(v)));
    }
    return found;
  }
  for (const GraphFunction& function : graph.functions) {
    const bool asked = flags.function.empty() ? function.name == "main" ||
                                                    graph.functions.size() == 1
                                              : function.name == flags.function;
    if (!asked) continue;
    const auto argument = static_cast<size_t>(flags.argument);
    if (flags.argument >= 0 && argument < function.arguments.size()) {
      found.push_back(ShownValue(graph, function.arguments[argument]));
    }
    const auto result = static_cast<size_t>(flags.result);
    if (flags.result >= 0 && result < function.results.size()) {
      found.push_back({fmt::format("result {} of @{}", result, function.name),
                       "", "", function.results[result]});
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

ExitCode WriteTensors(const ProgramGraph& graph, const ShowFlags& flags,
                      Output& output, Environment& env) {
  const std::vector<ShownTensor> shown = FindTensors(graph, flags);
  if (shown.empty()) {
    Complain(env, "show: there is no " + AskedFor(flags) + " in the program");
    return ExitCode::kBadInput;
  }
  if (flags.format == "json") {
    output.Append(TensorsJson(graph, shown));
    return ExitCode::kOk;
  }
  for (size_t i = 0; i < shown.size(); ++i) {
    if (i > 0) output.Append("\n");
    output.Append(TensorText(graph, shown[i], TerminalOf(flags, env)));
  }
  return ExitCode::kOk;
}

ExitCode Write(const ProgramGraph& graph, const std::string& name,
               const ShowFlags& flags, Output& output, Environment& env) {
  if (AsksForTensor(flags)) return WriteTensors(graph, flags, output, env);
  ShowSizes sizes;
  sizes.top = static_cast<size_t>(flags.top);
  sizes.all = flags.all;
  const auto sink = [&](std::string_view text) { return output.Append(text); };
  if (flags.dot) {
    WriteDot(graph, sink);
  } else if (flags.model_explorer) {
    WriteModelExplorer(graph, name, sink);
  } else if (flags.format == "json") {
    output.Append(OverviewJson(graph, sizes));
  } else {
    output.Append(OverviewText(graph, sizes, TerminalOf(flags, env)));
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
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        GraphRequest request;
        request.propagate = flags.propagate;
        request.run = RunOptionsOf(flags, registry);
        std::vector<Message> messages;
        const std::string name = input.name;
        std::optional<ProgramGraph> graph;
        {
          const Progress progress(
              env, flags.quiet,
              (flags.propagate ? "propagating " : "reading ") + name);
          const std::optional<Program> program =
              ReadNamed(flags, std::move(input), messages);
          if (program) graph = MakeGraph(*program, request, messages);
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
      "Show how the tensors of a program are sharded and what a device holds";
  command.description =
      "Prints the meshes, the parameters and results, and the largest tensors "
      "of the program as it is, or with --propagate as propagation leaves it. "
      "Bytes are those of one device.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Flag("-p,--propagate", "Propagate the shardings first.",
           &flags->propagate),
      Number("--top", "How many of the largest tensors (default: 10).",
             &flags->top, 0),
      Flag("--all",
           "All functions, parameters and results, not the first 20 of @main.",
           &flags->all),
      Text("--value", "NAME",
           "Only this value, as FILE names it (%5, %5#1, %arg0), with a "
           "picture of which device holds which part.",
           &flags->value),
      Number("--arg", "The same for an argument by its number.",
             &flags->argument, 0),
      Number("--result", "The same for a result by its number.", &flags->result,
             0),
      Text("--func", "NAME",
           "The function that it is in (of --value: any; else @main).",
           &flags->function),
      Flag("--dot", "The graph for Graphviz, coloured by sharding: dot -Tsvg.",
           &flags->dot),
      Flag("--model-explorer", "The graph for Model Explorer, as JSON.",
           &flags->model_explorer),
      Choice("--format", {"text", "json"},
             "text (default), or JSON (schemas/show-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.examples = {"shardflow show --propagate examples/mlp_train_step.mlir",
                      "shardflow show -p examples/mlp_train_step.mlir --arg 0",
                      "shardflow show -p examples/mlp_train_step.mlir --dot"};
  command.run = [flags](Environment& env) { return RunShow(*flags, env); };
  return command;
}

}  // namespace shardflow
