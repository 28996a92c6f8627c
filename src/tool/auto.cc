#include "tool/auto.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/auto.h"
#include "shardflow/names.h"
#include "shardflow/spec.h"
#include "shardflow/views.h"
#include "shardflow/visible.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/progress.h"

namespace shardflow {
namespace {

struct AutoFlags : FileFlags {
  std::string graph;
  std::string topology;  // a name, or the path of a file to read later
  AutoOptions options;
  std::optional<uint64_t> seed;
};

// While an object of this class exists, Ctrl-C ends the search with the best
// plan so far.
class CatchInterrupt {
 public:
  CatchInterrupt(Environment& env, SearchLimits& limits)
      : interrupt_(env.interrupt) {
    if (interrupt_ == nullptr) return;
    interrupt_->is_caught = true;
    limits.stop = &interrupt_->happened;
  }
  CatchInterrupt(const CatchInterrupt&) = delete;
  CatchInterrupt& operator=(const CatchInterrupt&) = delete;
  ~CatchInterrupt() {
    if (interrupt_ != nullptr) interrupt_->is_caught = false;
  }

 private:
  Interrupt* const interrupt_;
};

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

ExitCode RunGraph(const AutoFlags& flags, Environment& env) {
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
    SearchLimits limits = flags.options.limits;
    const CatchInterrupt caught(env, limits);
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

std::string PlanText(const AutoPlan& plan) {
  return fmt::format("{:>11}  {:>10}", SecondsText(plan.seconds),
                     BytesText(plan.peak));
}

// Formats a difference in time, e.g. "+12.345 ms".
std::string More(double seconds) {
  return fmt::format(
      "{:>11}", (seconds < 0 ? "-" : "+") + SecondsText(std::abs(seconds)));
}

std::string DecisionsText(const AutoReport& report) {
  if (report.decisions.empty()) return {};
  std::string text = fmt::format(
      "what each decision would cost otherwise, before propagation ({}):\n",
      PlanText(report.plan));
  for (const AutoDecision& decision : report.decisions) {
    if (decision.axis.empty()) {
      text += "  not sharded: " + decision.dimension + "\n";
    } else {
      text += "  " + decision.axis + ": " +
              (decision.dimension.empty() ? "whether parameters are whole"
                                          : decision.dimension) +
              "\n";
    }
    for (const AutoAlternative& other : decision.alternatives) {
      fmt::format_to(std::back_inserter(text), "    {}  {:>10}  {}{}\n",
                     More(other.seconds - report.plan.seconds),
                     BytesText(other.peak), other.change,
                     other.fits ? "" : ": doesn't fit");
    }
  }
  return text;
}

// Whether arguments or results of the program have shardings.
bool HasShardings(const Program& program) {
  const auto has = [](const TensorInfo& info) {
    return !info.sharding.empty();
  };
  for (const FunctionInfo& function : program.Functions()) {
    if (std::ranges::any_of(function.arguments, has) ||
        std::ranges::any_of(function.results, has)) {
      return true;
    }
  }
  return false;
}

// Returns a line such as "  constraint on block0/dot_general at step.py:7:
// P('data', None)".
std::string ConstraintText(const ProgramView& view, OpRef op) {
  const std::vector<ValueRef> operands = view.Operands(op);
  const std::vector<ValueRef> results = view.Results(op);
  if (operands.empty() || results.empty()) return "";
  std::string name = LabelPath(view.Label(operands.front()));
  std::string place;
  if (const OpRef producer = view.DefiningOp(operands.front())) {
    if (name.empty()) name = view.Name(producer);
    for (const SourceFrame& frame : view.Frames(producer)) {
      if (IsLibraryFile(frame.file)) continue;
      place =
          fmt::format(" at {}:{}", frame.file.substr(frame.file.rfind('/') + 1),
                      frame.line);
      break;
    }
  }
  if (name.empty()) name = "an argument inside";
  return fmt::format(
      "  constraint on {}, {}{}: {}\n", name, view.Type(operands.front()),
      place, SpecText(view.Sharding(results.front()).value_or(ShardingInfo())));
}

// Lists the constraints that `found`, a changed copy of `given`, has in
// addition.
std::string ConstraintsText(const Program& given, const Program& found) {
  const ProgramView before(given);
  const ProgramView view(found);
  std::string text;
  std::vector<OpRef> left = view.Functions();
  std::ranges::reverse(left);
  while (!left.empty()) {
    const OpRef op = left.back();
    left.pop_back();
    if (view.Name(op) == "sdy.sharding_constraint" && !before.Contains(op)) {
      text += ConstraintText(view, op);
    }
    std::vector<OpRef> inside;
    for (int region = 0; region < view.RegionCount(op); ++region) {
      for (const BlockRef block : view.Blocks(op, region)) {
        for (const OpRef child : view.Ops(block)) inside.push_back(child);
      }
    }
    // Pushed in reverse, so that ops are popped in program order.
    left.insert(left.end(), inside.rbegin(), inside.rend());
  }
  return text;
}

std::string ReportText(const AutoReport& report, const Program& given,
                       const AutoFlags& flags, bool had_shardings) {
  std::string text = fmt::format(
      "step {} ({} work, {} communication), peak {} a device{}\n",
      SecondsText(report.cost.time.sum), SecondsText(report.cost.time.work),
      SecondsText(report.cost.time.communication),
      BytesText(report.cost.memory.peak),
      report.fits ? "" : ": DOES NOT FIT, the smallest peak that was found");
  text += "  mesh " + report.cost.mesh + "\n";
  for (const std::string& axis : report.plan.axes) text += "  " + axis + "\n";
  fmt::format_to(std::back_inserter(text),
                 "{} constraint{}, {} plan{} priced\n", report.constraints,
                 report.constraints == 1 ? "" : "s", report.steps,
                 report.steps == 1 ? "" : "s");
  text += ConstraintsText(given, report.program);
  if (report.given) {
    fmt::format_to(std::back_inserter(text), "as given: step {}, peak {}\n",
                   SecondsText(report.given->seconds),
                   BytesText(report.given->peak));
  }
  if (report.keeps_given) {
    text += "the program as given is better than all plans\n";
  } else if (report.given && had_shardings && !flags.options.reconsider) {
    text += "its own shardings were kept; --reconsider drops them\n";
  }
  if (!flags.options.explain) return text;
  text += DecisionsText(report);
  text += "what other amounts of memory would give, before propagation:\n";
  for (const AutoPlan& plan : report.front) {
    text += PlanText(plan) + "\n";
    for (const std::string& axis : plan.axes) text += "    " + axis + "\n";
  }
  return text;
}

ExitCode RunProgram(const AutoFlags& flags, Environment& env) {
  AutoOptions options = flags.options;
  if (flags.topology.empty()) {
    return UsageError(env, "auto", "--topology is needed");
  }
  if (!ReadTopologyFile(flags.topology, env, options.topology)) {
    return ExitCode::kBadInput;
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
          const CatchInterrupt caught(env, options.limits);
          report = FindShardings(*program, options, messages);
        }
        PrintMessages(env, messages, flags.quiet);
        if (!report) return ExitCodeOf(messages);
        if (!flags.quiet) {
          env.err << VisibleText(
              ReportText(*report, *program, flags, HasShardings(*program)));
        }
        output.Append(
            report->program.Write({.debug_info = program->HasDebugInfo()}));
        return report->fits ? ExitCode::kOk : ExitCode::kFindings;
      });
}

// Returns an error message if the mesh is auto:N with a wrong N, otherwise "".
std::string WrongAutoMesh(std::string_view text) {
  if (!text.starts_with("auto:") || AutoMeshDevices(text)) return "";
  return fmt::format("'{}': the number of devices has to be between 2 and {}",
                     text, kMaxAutoDevices);
}

ExitCode RunAuto(const AutoFlags& flags, Environment& env) {
  if (!flags.graph.empty() && !flags.input.empty()) {
    return UsageError(env, "auto", "FILE and --iopddl exclude each other");
  }
  if (!flags.graph.empty()) return RunGraph(flags, env);
  if (flags.input.empty()) {
    return UsageError(env, "auto", "FILE or --iopddl FILE is required");
  }
  return RunProgram(flags, env);
}

}  // namespace

Command MakeAutoCommand() {
  auto flags = std::make_shared<AutoFlags>();
  AutoOptions& options = flags->options;
  Command command;
  command.name = "auto";
  command.summary = "Search for shardings that make a program fast";
  command.description =
      "Finds the fastest plan that fits into a device's memory, as estimated "
      "by `shardflow cost`. Writes the program with shardings on its arguments "
      "and constraints in its body, and describes the plan on standard error. "
      "Exits with 1 if no plan fits. Ctrl-C ends the search, and the answer is "
      "the best plan so far.";
  command.operands = {InputOperand(*flags)};
  command.operands[0].required = false;  // --iopddl is given its own file
  Option mesh = Text(
      "--mesh", "MESH",
      "The mesh, such as <[\"data\"=2, \"model\"=8]>; auto:16 is the best mesh "
      "of 16 devices with one or two axes. Default: the program's mesh.",
      nullptr);
  mesh.set = [&options](const std::string& text) {
    options.mesh = text;
    return WrongAutoMesh(text);
  };
  command.options = {
      std::move(mesh),
      Text("--topology", "NAME|FILE.toml",
           "The machine, as for `shardflow cost`: h100, h100:2x8 (2 nodes of 8 "
           "devices), v5e:4x4 (a torus), or a file (docs/cost.md).",
           &flags->topology),
      Bytes("--memory", "The memory of a device, such as 16GiB or 80GB.",
            &options.memory, 1),
      Flag("--reconsider",
           "Replace the program's own shardings if another plan is better. "
           "Otherwise they are kept, and plans must fit them.",
           &options.reconsider),
      Flag("--explain",
           "Also print the cost of the alternatives to each decision, and the "
           "best plans for other amounts of memory.",
           &options.explain),
      File("--iopddl",
           "A cost graph in the JSON format of the ASPLOS 2025 contest on "
           "intra-operator parallelism; - is standard input. The last line of "
           "the output is the list of choices.",
           &flags->graph),
      Seconds("--time",
              "The time limit of the search, such as 5s, 500ms or 2m.",
              &options.limits.seconds),
      Number("--steps",
             "The maximum number of search steps. The same seed and steps give "
             "the same answer on every machine.",
             &options.limits.steps),
      Number("--seed", "The random seed (default: 0).", &flags->seed),
      OutputOption(*flags),
      QuietOption(*flags, "No progress."),
  };
  command.examples = {
      "shardflow auto examples/gpt_train_step.mlir --topology h100 "
      "--reconsider --steps 20",
      "shardflow auto --iopddl tests/data/cost_graph.json --steps 500"};
  command.run = [flags](Environment& env) {
    flags->options.limits.seed = flags->seed.value_or(0);
    return RunAuto(*flags, env);
  };
  return command;
}

}  // namespace shardflow
