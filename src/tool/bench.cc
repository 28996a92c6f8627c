#include "tool/bench.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/program.h"
#include "tool/file_command.h"
#include "tool/json_text.h"
#include "tool/progress.h"
#include "tool/stopwatch.h"
#include "tool/table.h"

namespace shardflow {
namespace {

constexpr const char* kPhases[] = {"read", "verify", "propagate", "write"};
constexpr size_t kPhaseCount = std::size(kPhases);

struct BenchFlags : FileFlags {
  int repeat = 5;
  int layers = 0;
};

// Returns the text of a perceptron program with this many layers. The input is
// sharded by rows, and the first weight by columns.
std::string GeneratedProgram(int layers) {
  const std::string type = "tensor<1024x1024xf32>";
  std::string text =
      "sdy.mesh @mesh = <[\"data\"=4, \"model\"=2]>\n"
      "func.func @main(%x: " +
      type + " {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {}]>}";
  for (int i = 0; i < layers; ++i) {
    text += fmt::format(", %w{}: {}", i, type);
    if (i == 0) {
      text += " {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"model\"}]>}";
    }
  }
  text += ") -> " + type + " {\n";
  std::string last = "%x";
  for (int i = 0; i < layers; ++i) {
    text += fmt::format(
        "  %d{0} = stablehlo.dot_general {1}, %w{0}, contracting_dims = [1] x "
        "[0] : ({2}, {2}) -> {2}\n"
        "  %t{0} = stablehlo.tanh %d{0} : {2}\n",
        i, last, type);
    last = fmt::format("%t{}", i);
  }
  return text + "  return " + last + " : " + type + "\n}\n";
}

struct Times {
  // The times of all runs, by phase.
  std::vector<double> seconds[kPhaseCount];
  int64_t ops = 0;
  int64_t text_bytes = 0;
};

double Least(const std::vector<double>& seconds) {
  return *std::ranges::min_element(seconds);
}

double Median(std::vector<double> seconds) {
  std::ranges::sort(seconds);
  const size_t half = seconds.size() / 2;
  return seconds.size() % 2 == 1 ? seconds[half]
                                 : (seconds[half - 1] + seconds[half]) / 2;
}

// Reads, propagates and writes the program once, and adds the times to `times`.
// Returns false on error.
bool RunOnce(const InputText& input, const BenchFlags& flags,
             const OpRegistry& registry, std::vector<Message>& messages,
             Times& times) {
  ReadOptions read;
  read.allow_unregistered_dialect = !flags.rules.empty();
  std::optional<Program> program =
      Program::Read(input.name, input.text, read, messages);
  if (!program) return false;
  for (const PassReport& report : program->Reports()) {
    times.seconds[report.name == "read" ? 0 : 1].push_back(report.seconds);
  }
  times.ops = program->OpCount();
  RunOptions run;
  run.compat = flags.compat_mode();
  run.registry = &registry;
  run.extra_rules = flags.extra_rules;
  run.dynamic_shapes = flags.dynamic_shapes;
  const Stopwatch propagate;
  if (!program->Run("sdy-propagation-pipeline", "", run, messages)) {
    return false;
  }
  times.seconds[2].push_back(propagate.Seconds());
  const Stopwatch write;
  int64_t bytes = 0;
  program->Write([&](std::string_view text) {
    bytes += static_cast<int64_t>(text.size());
    return true;
  });
  times.seconds[3].push_back(write.Seconds());
  times.text_bytes = bytes;
  return true;
}

std::string TextOf(const InputText& input, const Times& times,
                   const BenchFlags& flags, const Terminal& terminal) {
  std::string text =
      fmt::format("{}: {} ops, {} in, {} out, {} runs\n", input.name, times.ops,
                  BytesText(static_cast<int64_t>(input.text.view().size())),
                  BytesText(times.text_bytes), flags.repeat);
  Table table(
      {{"phase"}, {"least ms", true}, {"median ms", true}, {"ops per second"}});
  double least = 0, median = 0;
  const auto add = [&](const char* name, double best, double middle) {
    table.Add({{name},
               {fmt::format("{:.3f}", best * 1e3)},
               {fmt::format("{:.3f}", middle * 1e3)},
               {best > 0 ? fmt::format("{:.3g}",
                                       static_cast<double>(times.ops) / best)
                         : "-"}});
  };
  for (size_t p = 0; p < kPhaseCount; ++p) {
    const double best = Least(times.seconds[p]);
    const double middle = Median(times.seconds[p]);
    add(kPhases[p], best, middle);
    least += best;
    median += middle;
  }
  add("in all", least, median);
  return text + table.ToString(terminal);
}

std::string JsonOf(const InputText& input, const Times& times,
                   const BenchFlags& flags) {
  Json json = {{"format", "shardflow-bench"}, {"version", 1}};
  json["program"] = input.name;
  json["ops"] = times.ops;
  json["input_bytes"] = input.text.view().size();
  json["output_bytes"] = times.text_bytes;
  json["runs"] = flags.repeat;
  json["phases"] = Json::array();
  for (size_t p = 0; p < kPhaseCount; ++p) {
    json["phases"].push_back({{"name", kPhases[p]},
                              {"least_seconds", Least(times.seconds[p])},
                              {"median_seconds", Median(times.seconds[p])}});
  }
  return IndentedLines(json);
}

ExitCode Measure(const InputText& input, const BenchFlags& flags,
                 const OpRegistry& registry, Output& output, Environment& env) {
  Times times;
  std::vector<Message> messages;
  bool ok = true;
  {
    const Progress progress(env, flags.quiet, "measuring " + input.name);
    for (int i = 0; i < flags.repeat && ok; ++i) {
      messages.clear();  // all runs add the same messages
      ok = RunOnce(input, flags, registry, messages, times);
    }
  }
  PrintMessages(env, messages, flags.quiet);
  if (!ok) return ExitCode::kBadInput;
  output.Append(
      flags.format == "json"
          ? JsonOf(input, times, flags)
          : SafeText(TextOf(input, times, flags, TerminalOf(flags, env)),
                     TerminalOf(flags, env)));
  return ExitCode::kOk;
}

ExitCode RunBench(const BenchFlags& flags, Environment& env) {
  if ((flags.layers > 0) == !flags.input.empty()) {
    return UsageError(env, "bench", "either FILE or --layers is needed");
  }
  if (flags.layers == 0) {
    return RunOnFile(flags, env,
                     [&](const InputText& input, const OpRegistry& registry,
                         Output& output) {
                       return Measure(input, flags, registry, output, env);
                     });
  }
  const InputText input{fmt::format("<{} layers>", flags.layers),
                        GeneratedProgram(flags.layers)};
  Output output(flags.output, env.out, env.temporaries);
  const ExitCode code = Measure(input, flags, OpRegistry(), output, env);
  return code == ExitCode::kOk ? Finish(output, code, env) : code;
}

}  // namespace

Command MakeBenchCommand() {
  auto flags = std::make_shared<BenchFlags>();
  Command command;
  command.name = "bench";
  command.summary = "Measure the time to read, propagate and write a program";
  command.description =
      "Runs everything several times in one process, and prints the minimum "
      "and the median time of each phase. (`opt -time-passes` times single "
      "passes.)";
  command.operands = {InputOperand(*flags)};
  command.operands[0].required = false;
  command.options = {
      Number("--repeat", "The number of runs (default: 5).", &flags->repeat, 1),
      Number("--layers",
             "Instead of FILE, use a generated perceptron with N layers of two "
             "ops each.",
             &flags->layers, 1),
      Choice("--format", {"text", "json"},
             "text (default), or JSON (schemas/bench-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.examples = {"shardflow bench examples/mlp_train_step.mlir",
                      "shardflow bench --layers 1000 --repeat 3"};
  command.run = [flags](Environment& env) { return RunBench(*flags, env); };
  return command;
}

}  // namespace shardflow
