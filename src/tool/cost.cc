#include "shardflow/cost.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tool/cost.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/progress.h"
#include "tool/what_if.h"

namespace shardflow {
namespace {

struct CostFlags : FileFlags {
  CostOptions options;
  std::string lowering;
};

ExitCode RunCost(const CostFlags& flags, Environment& env) {
  CostOptions options = flags.options;
  if (flags.lowering == "shardflow") {
    options.lowering = CostLowering::kShardflow;
  }
  if (!ReadTopologyFile(flags.options.topology, env, options.topology)) {
    return ExitCode::kBadInput;
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        std::vector<Message> messages;
        options.run = RunOptionsOf(flags, registry);
        std::optional<CostReport> report;
        {
          const Progress progress(env, flags.quiet, "pricing " + input.name);
          const std::optional<Program> program =
              ReadNamed(flags, std::move(input), messages);
          if (program) report = Cost(*program, options, messages);
          if (report && !options.propagate && report->is_mostly_unsharded) {
            messages.push_back(
                {.kind = MessageKind::kWarning,
                 .text = "most of the program has no sharding and counts as "
                         "whole on every device: --propagate prices it as it "
                         "will run"});
          }
        }
        PrintMessages(env, messages, flags.quiet);
        if (!report) return ExitCodeOf(messages);
        report->topology = flags.options.topology;
        output.Append(
            flags.format == "json"
                ? CostJson(*report)
                : FitLines(CostText(*report), TerminalOf(flags, env)));
        return ExitCode::kOk;
      });
}

}  // namespace

Command MakeCostCommand() {
  auto flags = std::make_shared<CostFlags>();
  CostOptions& options = flags->options;
  Command command;
  command.name = "cost";
  command.summary =
      "Tell what a program costs on a device: memory, communication, work and "
      "time";
  command.description =
      "Bytes, flops and seconds are those of one device in one run of the main "
      "function. Nothing is compiled.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Flag("--propagate",
           "Propagate the program first; without, its shardings are taken as "
           "they are.",
           &options.propagate),
      Choice("--lowering", {"xla", "shardflow"},
             "Who lowers the program: XLA's partitioner (default; --propagate "
             "is then --jax of propagate), or shardflow partition.",
             &flags->lowering),
      Text("--topology", "NAME|FILE.toml",
           "The machine: h100, v5e, v5e_grid or v5p, with a shape h100:2x8, "
           "v5e:4x4, or a file (docs/cost.md). Then all takes time.",
           &options.topology),
      Number("--largest",
             "How many of the largest values at the peak are listed (default: "
             "10).",
             &options.largest, 0),
      Flag("--curve", "With --format json: also the curve of the memory.",
           &options.curve),
      Choice("--format", {"text", "json"},
             "How to print it (schemas/cost-1.schema.json).", &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.options.push_back(SetOption(*flags));
  command.examples = {
      "shardflow cost --propagate --topology h100 examples/mlp_train_step.mlir",
  };
  command.run = [flags](Environment& env) { return RunCost(*flags, env); };
  return command;
}

}  // namespace shardflow
