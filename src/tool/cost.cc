#include "shardflow/cost.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tool/cost.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/memory_picture.h"
#include "tool/progress.h"
#include "tool/question.h"

namespace shardflow {
namespace {

struct CostFlags : FileFlags {
  CostOptions options;
  std::string lowering;
  bool svg = false;  // draw the memory over time
};

ExitCode RunCost(const CostFlags& flags, Environment& env) {
  if (flags.svg && flags.format == "json") {
    return UsageError(env, "cost", "at most one of --svg and --format json");
  }
  if (flags.options.curve && flags.format != "json") {
    return UsageError(env, "cost",
                      "--curve needs --format json; --svg draws the curve");
  }
  CostOptions options = flags.options;
  options.curve |= flags.svg;
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
        // The file name without folders.
        const std::string name = input.name.substr(input.name.rfind('/') + 1);
        options.run = RunOptionsOf(flags, registry);
        options.propagate = !flags.as_is;
        options.plain_shardy = !options.run.jax;
        std::optional<CostReport> report;
        {
          const Progress progress(env, flags.quiet, "pricing " + input.name);
          std::optional<Program> program =
              ReadProgram(flags, std::move(input), messages);
          if (program) {
            report = Cost(*std::move(program), options, messages);
          }
          if (report) {
            WarnIfUnsharded(flags, report->is_mostly_unsharded, messages);
          }
        }
        PrintMessages(env, messages, flags.quiet);
        if (!report) return ExitCodeOf(messages);
        report->topology = flags.options.topology;
        if (flags.svg) {
          output.Append(MemorySvg(*report, name));
          return ExitCode::kOk;
        }
        const Terminal terminal = TerminalOf(flags, env);
        output.Append(
            flags.format == "json"
                ? CostJson(*report)
                : FitLines(CostText(*report,
                                    {.spec = flags.spec,
                                     .color = terminal.color_out,
                                     .columns =
                                         terminal.fits ? terminal.columns : 0}),
                           terminal));
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
      "Estimate a program's cost on a device: memory, communication, work and "
      "time";
  command.description =
      "Bytes, flops and seconds are for one device and one run of the main "
      "function. Nothing is compiled.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Choice("--lowering", {"xla", "shardflow"},
             "Which partitioner to assume: XLA's (default), or `shardflow "
             "partition`.",
             &flags->lowering),
      Text("--topology", "NAME|FILE.toml",
           "The machine, which times depend on: h100, v5e, v5e_grid or v5p for "
           "as many devices as the mesh has; with a shape: h100:2x8 (2 nodes "
           "of 8 devices) or v5e:4x4 (a torus); or a file (docs/cost.md).",
           &options.topology),
      Number(
          "--largest",
          "How many of the largest values at the peak to list (default: 10).",
          &options.largest, 0),
      Flag("--curve", "With --format json, also write the memory curve.",
           &options.curve),
      Flag("--svg",
           "Write a picture of a device's memory over time, with its peak.",
           &flags->svg),
      Choice("--format", {"text", "json"},
             "The output format (schemas/cost-1.schema.json).", &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
  };
  AddOptions(command, QuestionOptions(*flags, AsIs::kYes, AboutXla::kYes));
  command.examples = {
      "shardflow cost --topology h100 examples/mlp_train_step.mlir",
      "shardflow cost --svg examples/gpt_train_step.mlir",
  };
  command.run = [flags](Environment& env) { return RunCost(*flags, env); };
  return command;
}

}  // namespace shardflow
