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
#include "tool/table.h"
#include "tool/what_if.h"

namespace shardflow {
namespace {

struct PropagateFlags : FileFlags {
  bool json = false;  // reads a request and prints its reply
  std::string dump_dir;
};

constexpr std::string_view kPipeline = "sdy-propagation-pipeline";
constexpr std::string_view kRequireShardy = "xla-require-shardy";

// Programs can have thousands of parameters, so the table shows only the first
// few.
constexpr size_t kShownTensors = 12;
constexpr size_t kShownPasses = 8;

std::string TensorsText(std::string_view kind,
                        const std::vector<TensorInfo>& list,
                        const Terminal& terminal) {
  if (list.empty()) return "";
  Table table({{std::string(kind)}, {"type"}, {"sharding"}});
  const size_t shown = std::min(list.size(), kShownTensors);
  constexpr std::string_view kPrefix = "#sdy.sharding";
  for (size_t i = 0; i < shown; ++i) {
    std::string sharding = list[i].sharding;
    if (sharding.starts_with(kPrefix)) sharding.erase(0, kPrefix.size());
    std::string name = std::to_string(i);
    if (!list[i].label.empty()) name += " " + list[i].label;
    table.Add({{std::move(name)},
               {list[i].type},
               {sharding.empty() ? "-" : sharding}});
  }
  std::string text = table.ToString(terminal);
  if (shown < list.size()) {
    text += fmt::format("  ... {} more\n", list.size() - shown);
  }
  return text;
}

void AppendPasses(const std::vector<PassReport>& reports, double run_seconds,
                  std::string& out) {
  double total = 0;
  for (const PassReport& report : reports) {
    if (report.name == kPipeline) total = report.seconds;
  }
  // The slowest passes come first, and the remaining ones share one row.
  // Reading and verifying are omitted, because they have their own row.
  std::vector<PassReport> rows;
  for (const PassReport& report : reports) {
    if (report.name.ends_with("-pipeline") || report.name == "read" ||
        report.name == "verify") {
      continue;
    }
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
  size_t shown = 0;
  for (const PassReport& row : rows) {
    if (row.seconds < total / 100 || shown == kShownPasses) {
      rest += row.seconds;
      continue;
    }
    ++shown;
    fmt::format_to(std::back_inserter(out), "  {:8.2f} ms  {}\n",
                   row.seconds * 1e3, row.name);
  }
  fmt::format_to(std::back_inserter(out), "  {:8.2f} ms  all others\n",
                 rest * 1e3);
  // The passes are measured in CPU time, the run in wall-clock time. The
  // difference is the checks between passes, plus the time that this process
  // spent waiting.
  double passes = 0;
  for (const PassReport& row : rows) passes += row.seconds;
  fmt::format_to(std::back_inserter(out),
                 "  {:8.2f} ms  between passes, or waiting\n",
                 std::max(0.0, run_seconds - passes) * 1e3);
}

// Returns the table for standard error.
std::string TableText(const Program& program, Terminal terminal,
                      double read_seconds, double run_seconds,
                      double write_seconds) {
  std::string table;
  terminal.color_out = terminal.color_err;
  for (const FunctionInfo& function : program.Functions()) {
    if (function.name != "main" && program.Functions().size() > 1) continue;
    fmt::format_to(std::back_inserter(table), "@{}\n", function.name);
    table += TensorsText("parameter", function.arguments, terminal);
    table += TensorsText("result", function.results, terminal);
  }
  fmt::format_to(std::back_inserter(table),
                 "{} ops, {} op visits by propagation\n"
                 "  {:8.2f} ms  read and verify\n",
                 program.OpCount(), program.Propagated().visits,
                 read_seconds * 1e3);
  AppendPasses(program.Reports(), run_seconds, table);
  fmt::format_to(std::back_inserter(table),
                 "  {:8.2f} ms  write\n"
                 "  {:8.2f} ms  in all\n",
                 write_seconds * 1e3,
                 (read_seconds + run_seconds + write_seconds) * 1e3);
  return SafeText(table, terminal);
}

ExitCode Propagate(const PropagateFlags& flags, InputText input,
                   const OpRegistry& registry, Output& output,
                   Environment& env) {
  const Stopwatch read_time;
  std::vector<Message> messages;
  const std::string name = input.name;
  std::optional<Program> program;
  {
    const Progress progress(env, flags.quiet, "reading " + name);
    program = ReadProgram(flags, std::move(input), messages);
  }
  WriteOptions write;
  write.debug_info = program && WritesDebugInfo(flags, *program);
  const double read_seconds = read_time.Seconds();
  const Stopwatch run_time;
  RunOptions run = RunOptionsOf(flags, registry);
  bool ok = program.has_value();
  bool is_valid = true;  // whether the propagated program is valid
  // With --jax, a program may have GSPMD shardings, because these are imported.
  if (ok && !flags.jax) ok = program->Run(kRequireShardy, "", run, messages);
  run.dump_directory = flags.dump_dir;
  run.time_passes = !flags.quiet;
  if (ok) {
    const Progress progress(env, flags.quiet, "propagating " + name);
    ok = program->Run(kPipeline, "", run, messages);
    is_valid = !ok || program->Verify(messages);
  }
  const double run_seconds = run_time.Seconds();
  PrintMessages(env, messages, flags.quiet);
  if (!ok) {
    return ExitCodeOf(messages);
  }
  if (!is_valid) return ExitCode::kFindings;

  const Stopwatch write_time;
  const auto sink = [&](std::string_view text) { return output.Append(text); };
  write.json = flags.format == "json";
  program->Write(sink, write);
  const double write_seconds = write_time.Seconds();
  if (flags.quiet) return ExitCode::kOk;
  env.err << TableText(*program, env.terminal, read_seconds, run_seconds,
                       write_seconds);
  return ExitCode::kOk;
}

// Answers a request. The output is the reply, even if the reply reports an
// error.
ExitCode AnswerRequest(const PropagateFlags& flags, Environment& env) {
  if (!flags.compat.empty() || !flags.rules.empty() || flags.extra_rules ||
      flags.dynamic_shapes || flags.jax) {
    return UsageError(env, "propagate",
                      "with --json, the request says what --compat, --rules, "
                      "--extra-rules, --dynamic-shapes and --jax say");
  }
  if (!flags.dump_dir.empty() || flags.format != "text") {
    return UsageError(env, "propagate",
                      "--dump-dir and --format don't go with --json");
  }
  Message error;
  std::optional<InputText> input = ReadInput(flags.input, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return ExitCode::kBadInput;
  }
  Reply reply;
  {
    const Progress progress(env, flags.quiet, "answering " + input->name);
    reply = Request(std::string(input->text.view())).Answer({});
  }
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
      "Prints the program with all shardings, and a table of parameters, "
      "results and times on standard error. If the result is invalid, exits "
      "with 1 and writes nothing.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Flag("--json",
           "FILE is a request in JSON, and the output is its reply "
           "(docs/json.md).",
           &flags->json),
      Choice("--format", {"text", "json"},
             "The output format: text (default), or JSON.", &flags->format),
      OutputOption(*flags),
      Folder("--dump-dir",
             "Also write the program between the parts of propagation to "
             "numbered files in FOLDER, named as by XLA: 00.input_module.mlir, "
             "01.before_propagation.mlir, ...",
             &flags->dump_dir),
      DebugInfoOption(*flags),
      QuietOption(*flags, "No table and no warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.options.push_back(JaxOption(*flags));
  command.options.push_back(SetOption(*flags));
  command.examples = {
      "shardflow propagate examples/mlp_train_step.mlir",
      "shardflow propagate --jax examples/gspmd_train_step.mlir"};
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
