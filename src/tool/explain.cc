#include "shardflow/explain.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tool/explain.h"
#include "tool/explain_reshard.h"
#include "tool/file_command.h"
#include "tool/progress.h"
#include "tool/question.h"

namespace shardflow {
namespace {

struct ExplainFlags : FileFlags {
  ExplainRequest request;
  int reshard = 0;
};

ExitCode RunExplain(const ExplainFlags& flags, Environment& env) {
  const ExplainRequest& asked = flags.request;
  if (!asked.value.empty() + (asked.argument >= 0) + (asked.result >= 0) +
          (flags.reshard > 0) !=
      1) {
    return UsageError(
        env, "explain",
        "exactly one of --name, --value, --arg, --result and --reshard is "
        "needed");
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        std::vector<Message> messages;
        ExplainRequest request = asked;
        request.run = RunOptionsOf(flags, registry);
        request.all_frames = flags.frames == "all";
        const Terminal terminal = TerminalOf(flags, env);
        ExplanationTextOptions text;
        text.spec = flags.spec;
        text.color = terminal.color_out;
        std::optional<Explanation> explanation;
        std::optional<ExplainedReshard> reshard;
        {
          const Progress progress(env, flags.quiet,
                                  "propagating " + input.name);
          const std::optional<Program> program =
              ReadNamed(flags, std::move(input), messages);
          if (program && flags.reshard > 0) {
            reshard =
                ExplainReshard(*program, flags.reshard, request, messages);
          } else if (program) {
            explanation = Explain(*program, request, messages);
          }
        }
        PrintMessages(env, messages, flags.quiet);
        if (reshard) {
          output.Append(
              flags.format == "json"
                  ? ReshardJson(*reshard)
                  : FitLines(ReshardText(*reshard, text, terminal), terminal));
          return ExitCode::kOk;
        }
        if (!explanation) return ExitCode::kBadInput;
        output.Append(
            flags.format == "json"
                ? ExplanationJson(*explanation)
                : FitLines(ExplanationText(*explanation, text), terminal));
        return ExitCode::kOk;
      });
}

}  // namespace

Command MakeExplainCommand() {
  auto flags = std::make_shared<ExplainFlags>();
  ExplainRequest& request = flags->request;
  Command command;
  command.name = "explain";
  command.summary =
      "Explain a value's sharding: where its axes come from, and what stopped "
      "other axes";
  command.description =
      "Propagates the program and explains one value, given by exactly one of "
      "--name, --arg and --result, or one entry of the list of `shardflow "
      "comms` (--reshard).";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Text("--value,--name", "NAME",
           "The value, as FILE names it: %5, %5#1, %arg0; or by the user's "
           "name for an argument or result, \"params['layer0']['wq']\" or "
           "params/layer0/wq, or for an op, block0/attention/dot_general "
           "(as_text(debug_info=True) writes these names).",
           &request.value),
      Number("--arg", "The index of an argument, from 0.", &request.argument,
             0),
      Number("--result", "The index of a result of the function, from 0.",
             &request.result, 0),
      Number("--reshard",
             "Instead of a value, explain entry N of the list of `shardflow "
             "comms`: what is sent, why, and where the shardings at that op "
             "come from.",
             &flags->reshard, 1),
      Text("--func", "NAME",
           "The function (default: @main, or the only one that has the "
           "value).",
           &request.function),
      Number("--line", "If several values have the name, the one on this line.",
             &request.line, 1),
      Flag("--conservative",
           "Propagate conservatively (conservative-propagation).",
           &request.conservative),
      Flag("--fix",
           "Try shardings that would give the value an axis that it lacks, and "
           "show how they change the bytes that devices hold and send.",
           &request.fixes),
      Choice("--format", {"text", "json"},
             "text (default), or JSON (docs/explain.md).", &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      FramesOption(*flags),
  };
  AddOptions(command, QuestionOptions(*flags, AsIs::kNo));
  command.examples = {
      "shardflow explain examples/mlp_train_step.mlir --value %5",
      "shardflow explain examples/gpt_train_step.mlir --reshard 3 --spec",
      "shardflow explain examples/mlp_train_step.mlir --arg 0 --format json",
      "shardflow explain examples/gpt_train_step.mlir --name "
      "opt_state/mu/blocks/0/wq"};
  command.run = [flags](Environment& env) { return RunExplain(*flags, env); };
  return command;
}

}  // namespace shardflow
