#include "tool/partition.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shardflow/passes.h"
#include "shardflow/shardflow.h"
#include "tool/file_command.h"
#include "tool/progress.h"
#include "tool/question.h"

namespace shardflow {
namespace {

struct PartitionFlags : FileFlags {
  bool no_halo = false;
  bool always_gather = false;
  bool save_memory = false;
  bool check = false;
  bool replicas = false;
  int64_t combine_bytes = -1;  // -1 if not given
  bool combine_gathers = false;
  int devices = 0;  // 0: any number
  PlanChoice plan = PlanChoice::kDefault;
};

PartitionOptions OptionsOf(const PartitionFlags& flags,
                           const OpRegistry& registry) {
  PartitionOptions options;
  options.run = RunOptionsOf(flags, registry);
  options.propagate = !flags.as_is;
  options.plan = flags.plan;
  options.no_halo = flags.no_halo;
  options.always_gather = flags.always_gather;
  options.save_memory = flags.save_memory;
  if (flags.combine_bytes >= 0) options.combine_bytes = flags.combine_bytes;
  options.combine_gathers = flags.combine_gathers;
  options.replicas = flags.replicas;
  options.devices = flags.devices;
  options.check = flags.check;
  return options;
}

ExitCode WritePartitioned(const PartitionFlags& flags, InputText input,
                          const OpRegistry& registry, Output& output,
                          Environment& env) {
  std::vector<Message> messages;
  const std::string name = input.name;
  std::optional<Program> program =
      ReadProgram(flags, std::move(input), messages);
  bool ok = program.has_value();
  WriteOptions write;
  write.json = flags.format == "json";
  write.debug_info = ok && WritesDebugInfo(flags, *program);
  if (ok) {
    const Progress progress(env, flags.quiet, "partitioning " + name);
    ok = Partition(*program, OptionsOf(flags, registry), messages);
  }
  PrintMessages(env, messages, flags.quiet);
  if (!ok) return ExitCode::kBadInput;
  const auto sink = [&](std::string_view text) { return output.Append(text); };
  program->Write(sink, write);
  return ExitCode::kOk;
}

}  // namespace

Command MakePartitionCommand() {
  auto flags = std::make_shared<PartitionFlags>();
  Command command;
  command.name = "partition";
  command.summary = "Write the program that every device runs";
  command.description =
      "Turns a program on whole tensors with shardings into the program that "
      "each device runs on its shards: shapes are local, and StableHLO "
      "collectives move data between devices. The shardings of the main "
      "function's arguments and results are kept, because they say how to "
      "split the inputs and join the outputs (docs/execute.md).";
  command.operands = {InputOperand(*flags)};
  command.options = {
      PlanOption(
          "How to plan reshards: as Shardy does, or with the fewest bytes.",
          &flags->plan),
      Flag("--no-halo",
           "Replicate dimensions along which elements move, instead of "
           "exchanging only the elements that devices need.",
           &flags->no_halo),
      Flag("--always-gather",
           "Gather tensors even if it would take less time for every device to "
           "compute them as a whole.",
           &flags->always_gather),
      Flag("--save-memory",
           "Gather a tensor again for each use, in each loop iteration and in "
           "the backward pass, instead of keeping the gathered tensor.",
           &flags->save_memory),
      Bytes("--combine-bytes",
            "Combine all_reduces of the same devices up to this size, such as "
            "8MiB (default: 30MiB; 0: none).",
            &flags->combine_bytes, 0),
      Flag("--combine-gathers",
           "Also combine all_gathers. Don't use this for XLA's CPU compiler, "
           "which miscompiles some all_gathers with several operands.",
           &flags->combine_gathers),
      Number("--devices",
             "Fail unless the program's mesh has this many devices. (The "
             "program decides how many there are. One without a mesh is "
             "written unsplit; `shardflow auto --mesh auto:N` finds a mesh and "
             "shardings for it.)",
             &flags->devices, 1),
      Flag("--check",
           "Check the groups and shapes of the resulting collectives, and that "
           "no device waits for others that don't run them.",
           &flags->check),
      Flag("--replicas",
           "Identify devices by replica_id instead of partition_id.",
           &flags->replicas),
      Choice("--format", {"text", "json"},
             "The output format: text (default), or JSON.", &flags->format),
      DebugInfoOption(*flags),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
  };
  AddOptions(command, QuestionOptions(*flags));
  command.examples = {"shardflow partition examples/mlp_train_step.mlir"};
  command.run = [flags](Environment& env) {
    return RunOnFile(
        *flags, env,
        [&](InputText input, const OpRegistry& registry, Output& output) {
          return WritePartitioned(*flags, std::move(input), registry, output,
                                  env);
        });
  };
  return command;
}

}  // namespace shardflow
