#include "tool/auto.h"

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/auto.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/progress.h"

namespace shardflow {
namespace {

struct AutoFlags : FileFlags {
  std::string graph;
  std::string mesh, topology, memory;
  bool explain = false;
  std::string seed, steps, time;
};

bool ReadNumber(std::string_view text, uint64_t& number) {
  const auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  return status == std::errc() && end == text.data() + text.size();
}

// "5s", "500ms", "2m"; a number alone is seconds.
std::optional<double> ReadSeconds(std::string_view text) {
  double unit = 1;
  if (text.ends_with("ms")) {
    unit = 1e-3;
    text.remove_suffix(2);
  } else if (text.ends_with("s")) {
    text.remove_suffix(1);
  } else if (text.ends_with("m")) {
    unit = 60;
    text.remove_suffix(1);
  }
  double number = 0;
  const auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() ||
      !(number >= 0 && number <= 1e6)) {
    return std::nullopt;
  }
  return number * unit;
}

// False: a value is wrong, and that was said.
bool ReadLimits(const AutoFlags& flags, Environment& env,
                SearchLimits& limits) {
  if (!flags.seed.empty() && !ReadNumber(flags.seed, limits.seed)) {
    UsageError(env, "auto", "--seed: expected a whole number");
    return false;
  }
  if (!flags.steps.empty()) {
    uint64_t steps = 0;
    if (!ReadNumber(flags.steps, steps)) {
      UsageError(env, "auto", "--steps: expected a whole number");
      return false;
    }
    limits.steps = steps;
  }
  if (!flags.time.empty()) {
    limits.seconds = ReadSeconds(flags.time);
    if (!limits.seconds) {
      UsageError(env, "auto", "--time: expected a time, such as 5s or 500ms");
      return false;
    }
  }
  return true;
}

std::string TextOf(const CostGraphAnswer& answer) {
  std::string text = fmt::format("cost {}, peak {}", answer.cost, answer.peak);
  if (answer.usage_limit) {
    fmt::format_to(std::back_inserter(text), " of {}", *answer.usage_limit);
  }
  fmt::format_to(std::back_inserter(text), ", {} steps{}\n[", answer.steps,
                 answer.fits ? "" : ": NOT POSSIBLE, the best that was found");
  for (size_t i = 0; i < answer.choice.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}{}", i > 0 ? ", " : "",
                   answer.choice[i]);
  }
  return text + "]\n";
}

ExitCode RunGraph(const AutoFlags& flags, const SearchLimits& limits,
                  Environment& env) {
  Message error;
  const std::optional<InputText> input = ReadInput(flags.graph, env.in, error);
  if (!input) {
    Complain(env, error.text);
    return ExitCode::kBadInput;
  }
  std::vector<Message> messages;
  std::optional<CostGraphAnswer> answer;
  {
    const Progress progress(env, flags.quiet, "searching");
    answer = SolveCostGraph(input->text.view(), limits, messages);
  }
  for (Message& message : messages) {
    message.file = input->name;
    for (Message& note : message.notes) note.file = input->name;
  }
  PrintMessages(env, messages, flags.quiet);
  if (!answer) return ExitCode::kBadInput;
  Output output(flags.output, env.out, env.temporaries);
  output.Append(TextOf(*answer));
  return Finish(output, answer->fits ? ExitCode::kOk : ExitCode::kFindings,
                env);
}

// "16GiB", "80GB", "512MiB"; a number alone is bytes.
std::optional<int64_t> ReadBytes(std::string_view text) {
  constexpr std::pair<std::string_view, double> kUnits[] = {
      {"KiB", 1024.0},
      {"MiB", 1048576.0},
      {"GiB", 1073741824.0},
      {"TiB", 1099511627776.0},
      {"KB", 1e3},
      {"MB", 1e6},
      {"GB", 1e9},
      {"TB", 1e12},
      {"B", 1}};
  double unit = 1;
  for (const auto& [name, bytes] : kUnits) {
    if (!text.ends_with(name)) continue;
    text.remove_suffix(name.size());
    unit = bytes;
    break;
  }
  double number = 0;
  const auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  if (status != std::errc() || end != text.data() + text.size() ||
      !(number > 0 && number * unit < 9e18)) {
    return std::nullopt;
  }
  return static_cast<int64_t>(number * unit);
}

std::string PlanText(const AutoPlan& plan) {
  return fmt::format("{:10.3f} ms  {:8.3f} GB", plan.seconds * 1e3,
                     static_cast<double>(plan.peak) / 1e9);
}

std::string ReportText(const AutoReport& report, const AutoFlags& flags) {
  std::string text = fmt::format(
      "step {:.3f} ms ({:.3f} work, {:.3f} communication), peak {:.3f} GB a "
      "device{}\n",
      report.cost.time.sum * 1e3, report.cost.time.work * 1e3,
      report.cost.time.communication * 1e3,
      static_cast<double>(report.cost.memory.peak) / 1e9,
      report.fits ? "" : ": DOES NOT FIT, the smallest peak that was found");
  text += "  mesh " + report.cost.mesh + "\n";
  for (const std::string& axis : report.plan.axes) text += "  " + axis + "\n";
  fmt::format_to(std::back_inserter(text), "{} constraints, {} plans priced\n",
                 report.constraints, report.steps);
  if (!flags.explain) return text;
  text += "what other amounts of memory would give, before propagation:\n";
  for (const AutoPlan& plan : report.front) {
    text += PlanText(plan) + "\n";
    for (const std::string& axis : plan.axes) text += "    " + axis + "\n";
  }
  return text;
}

ExitCode RunProgram(const AutoFlags& flags, const SearchLimits& limits,
                    Environment& env) {
  AutoOptions options;
  options.mesh = flags.mesh;
  options.topology = flags.topology;
  options.limits = limits;
  if (!flags.memory.empty()) {
    const std::optional<int64_t> bytes = ReadBytes(flags.memory);
    if (!bytes) {
      return UsageError(env, "auto",
                        "--memory: expected an amount, such as 16GiB");
    }
    options.memory = *bytes;
  }
  if (options.topology.empty()) {
    return UsageError(env, "auto", "--topology is needed");
  }
  if (options.topology.ends_with(".toml")) {
    Message error;
    const std::optional<InputText> file =
        ReadInput(options.topology, env.in, error);
    if (!file) {
      Complain(env, error.text);
      return ExitCode::kBadInput;
    }
    options.topology = file->text.view();
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        std::vector<Message> messages;
        options.run = RunOptionsOf(flags, registry);
        const std::optional<Program> program =
            ReadNamed(flags, std::move(input), messages);
        std::optional<AutoReport> report;
        if (program) {
          const Progress progress(env, flags.quiet, "searching");
          report = FindShardings(*program, options, messages);
        }
        PrintMessages(env, messages, flags.quiet);
        if (!report) return ExitCodeOf(messages);
        if (!flags.quiet) env.err << ReportText(*report, flags);
        output.Append(report->program.Write());
        return report->fits ? ExitCode::kOk : ExitCode::kFindings;
      });
}

ExitCode RunAuto(const AutoFlags& flags, Environment& env) {
  SearchLimits limits;
  if (!ReadLimits(flags, env, limits)) return ExitCode::kUsage;
  if (!flags.graph.empty() && !flags.input.empty()) {
    return UsageError(env, "auto", "FILE and --iopddl exclude each other");
  }
  if (!flags.graph.empty()) return RunGraph(flags, limits, env);
  if (flags.input.empty()) {
    return UsageError(env, "auto", "FILE or --iopddl FILE is required");
  }
  return RunProgram(flags, limits, env);
}

}  // namespace

Command MakeAutoCommand() {
  auto flags = std::make_shared<AutoFlags>();
  Command command;
  command.name = "auto";
  command.summary = "Find shardings for a program that has none";
  command.description =
      "The fastest plan that fits into the memory of a device, by the estimate "
      "of `shardflow cost`. Writes the program with shardings on arguments and "
      "constraints inside; what was found is said on standard error. Ends with "
      "1 if nothing was found that fits.";
  command.operands = {InputOperand(*flags)};
  command.operands[0].required = false;  // --iopddl has its own
  command.options = {
      Text(
          "--mesh", "MESH",
          "The mesh: <[\"data\"=2, \"model\"=8]>; auto:16 is the best of those "
          "of 16 devices with one axis or two. Without, the program's own.",
          &flags->mesh),
      Text("--topology", "NAME|FILE.toml",
           "The machine, as in `shardflow cost`: h100, v5e, v5e_grid, ...",
           &flags->topology),
      Text("--memory", "BYTES", "What a device has: 16GiB, 80GB.",
           &flags->memory),
      Flag("--explain", "Also say what other amounts of memory would give.",
           &flags->explain),
      File("--iopddl",
           "A cost graph in the JSON of the contest on intra-operator "
           "parallelism of ASPLOS 2025; - is standard input. The answer's last "
           "line is the list of choices.",
           &flags->graph),
      Text("--time", "TIME", "How long to search: 5s, 500ms, 2m.",
           &flags->time),
      Text("--steps", "N",
           "How many steps to search. The same seed and steps give the same "
           "answer on every machine.",
           &flags->steps),
      Text("--seed", "N", "Where the random numbers begin; 0 by default.",
           &flags->seed),
      OutputOption(*flags),
      QuietOption(*flags, "No progress."),
  };
  command.examples = {
      "shardflow auto --iopddl tests/data/cost_graph.json --steps 500"};
  command.run = [flags](Environment& env) { return RunAuto(*flags, env); };
  return command;
}

}  // namespace shardflow
