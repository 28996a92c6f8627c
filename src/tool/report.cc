#include "tool/report.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shardflow/report.h"
#include "tool/file_command.h"
#include "tool/progress.h"
#include "tool/question.h"

namespace shardflow {
namespace {

struct ReportFlags : FileFlags {
  ReportFlags() { format = "html"; }
  bool whole_text = false;
  bool cost = false;
  std::string topology;
  std::string other;
};

// Returns the program to compare with. Returns nullopt if there is none, and on
// error.
std::optional<Program> ReadOther(const ReportFlags& flags, Environment& env,
                                 std::vector<Message>& messages) {
  if (flags.other.empty()) return std::nullopt;
  Message error;
  std::optional<InputText> input = ReadInput(flags.other, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return std::nullopt;
  }
  // The other program is compared as it is. --set only applies to the new one.
  FileFlags as_it_is = flags;
  as_it_is.sets.clear();
  return ReadNamed(as_it_is, *std::move(input), messages);
}

ExitCode RunReport(ReportFlags flags, Environment& env) {
  flags.cost |= !flags.topology.empty();
  if (flags.cost && (flags.propagate || !flags.compat.empty())) {
    return UsageError(env, "report",
                      std::string("--cost is about the program as JAX "
                                  "propagates it: not with ") +
                          (flags.propagate ? "--propagate" : "--compat"));
  }
  if (flags.output == "-" && flags.format == "html" && env.terminal.fits) {
    return UsageError(env, "report",
                      "the page is for a browser, not for a terminal: write "
                      "it to a file with -o page.html, or to a pipe");
  }
  if (flags.input == "-" && flags.other == "-") {
    return UsageError(env, "report", "both files are standard input");
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        ReportOptions options;
        options.run = RunOptionsOf(flags, registry);
        options.propagate = !flags.as_is;
        options.name = input.name;
        options.cost = flags.cost;
        options.topology = flags.topology;
        if (flags.topology.ends_with(".toml")) {
          Message error;
          const std::optional<InputText> file =
              ReadInput(flags.topology, env.in, error);
          if (!file) {
            Complain(env, error.text);
            return ExitCode::kBadInput;
          }
          options.topology = file->text.view();
        }
        if (flags.format == "json") options.format = ReportFormat::kJson;
        if (flags.whole_text) options.most_text = INT64_MAX;
        std::vector<Message> messages;
        std::optional<std::string> report;
        {
          const Progress progress(env, flags.quiet,
                                  std::string(WorkText(flags)) + input.name);
          std::optional<Program> program =
              ReadNamed(flags, std::move(input), messages);
          const std::optional<Program> other =
              program ? ReadOther(flags, env, messages) : std::nullopt;
          if (other) {
            options.other = &*other;
            options.other_name = flags.other;
          }
          if (program && (other || flags.other.empty())) {
            report = Report(*std::move(program), options, messages);
          }
        }
        PrintMessages(env, messages, flags.quiet);
        if (!report) return ExitCode::kBadInput;
        output.Append(*report);
        return ExitCode::kOk;
      });
}

}  // namespace

Command MakeReportCommand() {
  auto flags = std::make_shared<ReportFlags>();
  Command command;
  command.name = "report";
  command.summary = "Write an HTML page about a program, to view in a browser";
  command.description =
      "The page shows the program's scopes and what a device holds of them, a "
      "table of all tensors that can be filtered, and for each tensor which "
      "device holds which part, where its sharding comes from, and what is "
      "communicated. The page needs no network: run `shardflow report "
      "step.mlir -o step.html` and open the file. See docs/report.md.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Flag(
          "--cost",
          "Include memory and communication, as estimated by `shardflow cost`.",
          &flags->cost),
      Text("--topology", "NAME|FILE.toml",
           "The machine, which times depend on, as for `shardflow cost`: "
           "h100:2x8, v5e:4x4, or a file (docs/cost.md). Implies --cost.",
           &flags->topology),
      File("--diff",
           "Compare with this older program: what changed in the program "
           "itself, what follows from that, and bytes before and after.",
           &flags->other),
      Flag("--text",
           "Include the program's text even if it is longer than 1 MiB.",
           &flags->whole_text),
      Choice("--format", {"html", "json"},
             "html (default), or the page's data as JSON "
             "(schemas/report-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
  };
  AddOptions(command, QuestionOptions(*flags));
  command.examples = {
      "shardflow report examples/mlp_train_step.mlir --format json"};
  command.run = [flags](Environment& env) { return RunReport(*flags, env); };
  return command;
}

}  // namespace shardflow
