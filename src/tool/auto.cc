#include "tool/auto.h"

#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

ExitCode RunAuto(const AutoFlags& flags, Environment& env) {
  SearchLimits limits;
  if (!ReadLimits(flags, env, limits)) return ExitCode::kUsage;
  if (flags.graph.empty()) {
    return UsageError(env, "auto", "--iopddl FILE is needed");
  }
  return RunGraph(flags, limits, env);
}

}  // namespace

Command MakeAutoCommand() {
  auto flags = std::make_shared<AutoFlags>();
  Command command;
  command.name = "auto";
  command.summary = "Search for the cheapest strategies of a cost graph";
  command.description =
      "Ends with 1 if nothing was found that is possible and fits into memory. "
      "Without --steps and --time it takes 20,000 steps.";
  command.options = {
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
