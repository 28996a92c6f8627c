#include "tool/propagate.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/shardflow.h"
#include "tool/file_command.h"
#include "tool/progress.h"
#include "tool/stopwatch.h"

namespace shardflow {
namespace {

struct PropagateFlags : FileFlags {
  bool json = false;  // a request and its reply
  std::string dump_dir;
};

constexpr std::string_view kPipeline = "sdy-propagation-pipeline";

// Programs have thousands of parameters: the table shows the first ones.
constexpr size_t kShownTensors = 12;

void AppendTensors(std::string_view kind, const std::vector<TensorInfo>& list,
                   std::string& out) {
  const size_t shown = std::min(list.size(), kShownTensors);
  size_t width = 0;
  for (size_t i = 0; i < shown; ++i) {
    width = std::max(width, list[i].type.size());
  }
  for (size_t i = 0; i < shown; ++i) {
    const TensorInfo& tensor = list[i];
    fmt::format_to(std::back_inserter(out), "  {:9} {:4}  {:{}}  {}\n", kind, i,
                   tensor.type, width,
                   tensor.sharding.empty() ? "-" : tensor.sharding);
  }
  if (shown < list.size()) {
    fmt::format_to(std::back_inserter(out), "  {:9} ...   {} more\n", kind,
                   list.size() - shown);
  }
}

void AppendPasses(const std::vector<PassReport>& reports, std::string& out) {
  double total = 0;
  for (const PassReport& report : reports) {
    if (report.name == kPipeline) total = report.seconds;
  }
  // The slowest passes first; those below a percent are one row.
  std::vector<PassReport> rows;
  for (const PassReport& report : reports) {
    if (report.name == kPipeline) continue;
    const auto same = std::find_if(
        rows.begin(), rows.end(),
        [&](const PassReport& row) { return row.name == report.name; });
    if (same == rows.end()) {
      rows.push_back(report);
    } else {
      same->seconds += report.seconds;
    }
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const PassReport& a, const PassReport& b) {
                     return a.seconds > b.seconds;
                   });
  double rest = 0;
  for (const PassReport& row : rows) {
    if (row.seconds < total / 100) {
      rest += row.seconds;
      continue;
    }
    fmt::format_to(std::back_inserter(out), "  {:8.2f} ms  {}\n",
                   row.seconds * 1e3, row.name);
  }
  fmt::format_to(std::back_inserter(out), "  {:8.2f} ms  all others\n",
                 rest * 1e3);
}

void AppendTable(const Program& program, double read_seconds,
                 double run_seconds, double write_seconds, std::string& table) {
  for (const FunctionInfo& function : program.Functions()) {
    if (function.name != "main" && program.Functions().size() > 1) continue;
    fmt::format_to(std::back_inserter(table), "@{}\n", function.name);
    AppendTensors("parameter", function.arguments, table);
    AppendTensors("result", function.results, table);
  }
  fmt::format_to(std::back_inserter(table),
                 "{} ops, {} visits of ops by propagation\n"
                 "  {:8.2f} ms  read and verify\n",
                 program.OpCount(), program.OpsVisited(), read_seconds * 1e3);
  AppendPasses(program.Reports(), table);
  fmt::format_to(std::back_inserter(table),
                 "  {:8.2f} ms  write\n"
                 "  {:8.2f} ms  in all\n",
                 write_seconds * 1e3,
                 (read_seconds + run_seconds + write_seconds) * 1e3);
}

// The input is not to blame for a full disk.
bool CannotDump(const PropagateFlags& flags,
                const std::vector<Message>& messages) {
  const std::string begin = "cannot write '" + flags.dump_dir;
  return !flags.dump_dir.empty() &&
         std::ranges::any_of(messages, [&](const Message& message) {
           return message.line == 0 && message.text.starts_with(begin);
         });
}

ExitCode Propagate(const PropagateFlags& flags, InputText input,
                   const OpRegistry& registry, Output& output,
                   Environment& env) {
  const Stopwatch read_time;
  std::vector<Message> messages;
  ReadOptions read;
  // Who has rules for ops has such ops.
  read.allow_unregistered_dialect = !flags.rules.empty();
  const std::string name = input.name;
  std::optional<Program> program;
  {
    const Progress progress(env, "reading " + name);
    program = Program::Read(std::move(input.name), std::move(input.text), read,
                            messages);
  }
  const double read_seconds = read_time.Seconds();
  const Stopwatch run_time;
  RunOptions run;
  run.compat = flags.compat_mode();
  run.registry = &registry;
  run.extra_rules = flags.extra_rules;
  run.dump_directory = flags.dump_dir;
  bool ok = program.has_value();
  if (ok) {
    const Progress progress(env, "propagating " + name);
    ok = program->Run(kPipeline, "", run, messages);
  }
  const double run_seconds = run_time.Seconds();
  PrintMessages(env, messages, flags.quiet);
  if (!ok) {
    return CannotDump(flags, messages) ? ExitCode::kInternal
                                       : ExitCode::kBadInput;
  }

  const Stopwatch write_time;
  program->Write([&](std::string_view text) { return output.Append(text); });
  const double write_seconds = write_time.Seconds();
  if (flags.quiet) return ExitCode::kOk;
  std::string table;
  AppendTable(*program, read_seconds, run_seconds, write_seconds, table);
  env.err << table;
  return ExitCode::kOk;
}

// The input is a request, the output its reply, be it an error.
ExitCode AnswerRequest(const PropagateFlags& flags, Environment& env) {
  if (!flags.compat.empty() || !flags.rules.empty() || flags.extra_rules) {
    return UsageError(env, "propagate",
                      "with --json, the request says what --compat, --rules "
                      "and --extra-rules say");
  }
  if (!flags.dump_dir.empty()) {
    return UsageError(env, "propagate", "--dump-dir doesn't go with --json");
  }
  std::string error;
  std::optional<InputText> input = ReadInput(flags.input, env.in, error);
  if (!input) {
    Complain(env, error);
    return ExitCode::kBadInput;
  }
  const Request request(std::string(input->text.view()));
  const Reply reply = request.Answer({});
  Output output(flags.output, env.out, env.temporaries);
  output.Append(reply.json);
  output.Append("\n");
  return Finish(output,
                reply.ok          ? ExitCode::kOk
                : reply.bad_input ? ExitCode::kBadInput
                                  : ExitCode::kInternal,
                env);
}

}  // namespace

Command MakePropagateCommand() {
  auto flags = std::make_shared<PropagateFlags>();
  Command command;
  command.name = "propagate";
  command.summary = "Propagate the shardings through a program";
  command.description =
      "Prints the program with every sharding in it, and a table of "
      "parameters, results and times on standard error.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Flag("--json",
           "FILE is a request in JSON, and the output is the reply "
           "(docs/json.md).",
           &flags->json),
      OutputOption(*flags),
      Folder("--dump-dir",
             "Also write the program between the parts of propagation, into "
             "numbered files in FOLDER, as XLA names them: "
             "00.input_module.mlir, 01.before_propagation.mlir, ...",
             &flags->dump_dir),
      QuietOption(*flags, "No table and no warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.examples = {"shardflow propagate examples/mlp_train_step.mlir"};
  command.run = [flags](Environment& env) {
    if (flags->json) return AnswerRequest(*flags, env);
    return RunOnFile(
        *flags, env,
        [&](InputText input, const OpRegistry& registry, Output& output) {
          return Propagate(*flags, std::move(input), registry, output, env);
        });
  };
  return command;
}

}  // namespace shardflow
