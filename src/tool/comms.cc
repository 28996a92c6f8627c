#include "tool/comms.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/cost.h"
#include "shardflow/names.h"
#include "tool/file_command.h"
#include "tool/json_text.h"
#include "tool/naming.h"
#include "tool/progress.h"
#include "tool/question.h"
#include "tool/table.h"

namespace shardflow {
namespace {

struct CommsFlags : FileFlags {
  int top = 20;
  bool all = false;
  std::string lowering = "xla";
  std::vector<std::string> names;  // patterns for names
};

int64_t TotalOf(const CollectiveCost& c) {
  if (c.wire_bytes > 0 && c.executions > INT64_MAX / c.wire_bytes) {
    return INT64_MAX;
  }
  return c.wire_bytes * c.executions;
}

}  // namespace

std::vector<CommsGroup> CommsGroupsOf(const std::vector<CollectiveCost>& rows) {
  std::vector<CommsGroup> groups;
  std::map<std::string, size_t> known;
  for (const CollectiveCost& row : rows) {
    std::string key = fmt::format(
        "{}\n{}\n{}\n{}\n{}\n{}\n{}:{}\n{}", row.kind, row.axes, row.cause,
        row.value, row.held, row.place.name.empty() ? row.place.op : "",
        row.place.file, row.place.line, row.full_rematerialization);
    key += "\n" + row.place.name;
    const auto [at, added] = known.try_emplace(std::move(key), groups.size());
    if (added) groups.push_back({&row, {}, 0});
    CommsGroup& group = groups[at->second];
    group.rows.push_back(&row);
    group.bytes = AddBytes(group.bytes, TotalOf(row));
  }
  std::stable_sort(groups.begin(), groups.end(),
                   [](const CommsGroup& a, const CommsGroup& b) {
                     return a.bytes > b.bytes;
                   });
  return groups;
}

Json CollectiveJson(const CollectiveCost& c) {
  Json row = {{"kind", c.kind},
              {"axes", c.axes},
              {"group", c.group},
              {"bytes", c.wire_bytes},
              {"executions", c.executions},
              {"cause", c.cause},
              {"op", c.place.op}};
  if (!c.value.empty()) row["value"] = c.value;
  if (!c.place.name.empty()) row["label"] = c.place.name;
  if (c.place.line > 0) {
    row["at"] = fmt::format("{}:{}", c.place.file, c.place.line);
  }
  if (c.full_rematerialization) row["full_rematerialization"] = true;
  return row;
}

namespace {

// Returns text about how many collectives the group has, how often they run,
// and what they send each time. Returns "" for a single collective that runs
// once.
std::string CountText(const CommsGroup& group) {
  const CollectiveCost& first = *group.first;
  int64_t executions = 0, least = first.wire_bytes, most = least;
  bool run_alike = true;
  for (const CollectiveCost* const row : group.rows) {
    run_alike &= row->executions == first.executions;
    executions = row->executions > INT64_MAX - executions
                     ? INT64_MAX
                     : executions + row->executions;
    least = std::min(least, row->wire_bytes);
    most = std::max(most, row->wire_bytes);
  }
  const size_t count = group.rows.size();
  if (count == 1 && executions == 1) return "";
  std::string text;
  if (count > 1) text = fmt::format("{} of them, ", count);
  if (!run_alike) {
    text += fmt::format("{} times in all, ", executions);
  } else if (first.executions != 1) {
    text += fmt::format("{} times each, ", first.executions);
  }
  text += BytesText(least);
  if (most != least) text += " to " + BytesText(most);
  return text + " each time";
}

}  // namespace

std::string CommsGroupText(const CommsGroup& group, size_t number, bool spec,
                           const Terminal& terminal) {
  const CollectiveCost& c = *group.first;
  std::string axes = c.axes;
  if (spec) std::replace(axes.begin(), axes.end(), '"', '\'');
  std::string out;
  if (number > 0) {
    out = Paint(fmt::format("{:<4}", fmt::format("#{}", number)), Color::kDim,
                terminal.color_out);
  }
  const std::string indent(number > 0 ? 16 : 12, ' ');
  out += Paint(fmt::format("{:>10}", BytesText(group.bytes)), Color::kBold,
               terminal.color_out);
  out += fmt::format("  {} over {}, groups of {}",
                     Paint(c.kind, Color::kCyan, terminal.color_out), axes,
                     c.group);
  if (!c.value.empty() && !IsReduction(c)) {
    const std::string of = "of " + LabelPath(c.value);
    const bool is_wide =
        terminal.fits && DisplayWidth(out) + 1 + of.size() > terminal.columns;
    out += (is_wide ? "\n" + indent : " ") + of;
  }
  out += "\n";
  out += fmt::format("{}{}\n", indent, CauseText(c));
  const std::string more = CountText(group);
  if (!more.empty()) out += fmt::format("{}{}\n", indent, more);
  if (c.full_rematerialization) {
    out +=
        fmt::format("{}{}\n", indent,
                    Paint("warning: XLA has to gather the whole tensor on "
                          "every device (involuntary full rematerialization)",
                          Color::kYellow, terminal.color_out));
  }
  return out;
}

std::optional<MeantTensors> FindMeant(const ProgramGraph& graph,
                                      const std::string& name) {
  NamedTensors named = FindNamed(graph, name);
  if (named.empty()) return std::nullopt;
  for (const GraphResult& result : named.results) {
    const int value = ReturnedValue(graph, result);
    if (value >= 0) named.values.push_back(value);
  }
  MeantTensors meant;
  meant.name = name;
  for (const int v : named.values) {
    const GraphValue& value = graph.values[static_cast<size_t>(v)];
    const int function = FunctionOf(graph, v);
    if (function < 0 || !value.named) continue;
    meant.values.push_back({graph.functions[static_cast<size_t>(function)].name,
                            std::string(value.name)});
  }
  std::sort(meant.values.begin(), meant.values.end());
  return meant;
}

std::optional<std::vector<MeantTensors>> FindAllMeant(
    const std::vector<std::string>& names, const Program& program,
    std::vector<Message>& messages) {
  std::vector<MeantTensors> all;
  if (names.empty()) return all;
  const std::optional<ProgramGraph> graph = MakeGraph(program, {}, messages);
  if (!graph) return std::nullopt;
  for (const std::string& name : names) {
    std::optional<MeantTensors> meant = FindMeant(*graph, name);
    if (!meant) {
      messages.push_back({.text = "nothing in the program is called " + name +
                                  OtherNames(*graph, name),
                          .code = ErrorCode::kInvalidArgument});
      return std::nullopt;
    }
    all.push_back(*std::move(meant));
  }
  return all;
}

bool IsMeant(const CollectiveCost& c, const MeantTensors& meant) {
  const auto is_one = [&](const ValueInText& value) {
    return !value.name.empty() &&
           std::binary_search(meant.values.begin(), meant.values.end(), value);
  };
  // Results of ops that passes created have labels, but no names in the text.
  const auto is_called = [&](std::string_view label) {
    return !label.empty() && MatchesLabel(meant.name, label);
  };
  return is_one(c.moved) || std::ranges::any_of(c.origins, is_one) ||
         is_one(c.needed_by) || is_called(c.value) || is_called(c.place.name) ||
         is_called(StackLabel(c.place.name));
}

void KeepMeant(const std::vector<MeantTensors>& meant, CostReport& report) {
  std::erase_if(report.communication.collectives, [&](const CollectiveCost& c) {
    return std::none_of(meant.begin(), meant.end(),
                        [&](const MeantTensors& m) { return IsMeant(c, m); });
  });
}

std::string CommsText(const CostReport& report, size_t top, bool spec,
                      const Terminal& terminal, bool numbered) {
  const std::vector<CollectiveCost>& rows = report.communication.collectives;
  if (rows.empty()) return "nothing is sent\n";
  const std::vector<CommsGroup> groups = CommsGroupsOf(rows);
  const size_t shown = std::min(groups.size(), top);
  std::string out;
  for (size_t i = 0; i < shown; ++i) {
    out += CommsGroupText(groups[i], numbered ? i + 1 : 0, spec, terminal);
  }
  if (shown < groups.size()) {
    out += fmt::format("... {} more (--all)\n", groups.size() - shown);
  }
  int64_t bytes = 0;
  for (const CollectiveCost& row : rows) bytes = AddBytes(bytes, TotalOf(row));
  out +=
      fmt::format("in all {} that a device sends, by {} collective{}\n",
                  BytesText(bytes), rows.size(), rows.size() == 1 ? "" : "s");
  for (const CostPlace& loop : report.unknown_loops) {
    out += fmt::format("it is unknown how often {} runs; it is counted once\n",
                       OpText(loop));
  }
  return out;
}

namespace {

std::string ReportJson(const CostReport& report) {
  Json rows = Json::array();
  int64_t bytes = 0;
  for (const CollectiveCost& c : report.communication.collectives) {
    bytes = AddBytes(bytes, TotalOf(c));
    rows.push_back(CollectiveJson(c));
  }
  const Json json = {{"format", "shardflow-comms"},
                     {"version", 1},
                     {"bytes", bytes},
                     {"rows", std::move(rows)}};
  return IndentedLines(json);
}

ExitCode RunComms(const CommsFlags& flags, Environment& env) {
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        CostOptions options;
        options.run = RunOptionsOf(flags, registry);
        options.propagate = !flags.as_is;
        options.plain_shardy = !options.run.jax;
        options.lowering = flags.lowering == "xla" ? CostLowering::kXla
                                                   : CostLowering::kShardflow;
        std::vector<Message> messages;
        std::optional<Program> program;
        std::optional<CostReport> report;
        {
          const Progress progress(env, flags.quiet,
                                  "planning communication of " + input.name);
          // Only --name refers to values by their names in the text.
          const bool named = !flags.names.empty();
          program = ReadProgram(flags, std::move(input), messages, named);
          if (program) {
            report = named ? Cost(*program, options, messages)
                           : Cost(*std::move(program), options, messages);
          }
          if (report) {
            WarnIfUnsharded(flags, report->is_mostly_unsharded, messages);
          }
        }
        PrintMessages(env, messages, flags.quiet);
        if (!report) return ExitCodeOf(messages);
        const auto meant = FindAllMeant(flags.names, *program, messages);
        if (!meant) {
          Complain(env, "comms: " + messages.back().text);
          return ExitCode::kBadInput;
        }
        if (!meant->empty()) KeepMeant(*meant, *report);
        const Terminal terminal = TerminalOf(flags, env);
        const size_t top =
            flags.all ? SIZE_MAX : static_cast<size_t>(flags.top);
        if (!meant->empty() && flags.format != "json" &&
            report->communication.collectives.empty()) {
          output.Append(
              FitLines(fmt::format("nothing is sent of {}, or for it\n",
                                   fmt::join(flags.names, " or ")),
                       terminal));
          return ExitCode::kOk;
        }
        output.Append(flags.format == "json"
                          ? ReportJson(*report)
                          : FitLines(CommsText(*report, top, flags.spec,
                                               terminal, flags.names.empty()),
                                     terminal));
        return ExitCode::kOk;
      });
}

}  // namespace

Command MakeCommsCommand() {
  auto flags = std::make_shared<CommsFlags>();
  Command command;
  command.name = "comms";
  command.summary =
      "List the communication that shardings cause: what is sent, why and how "
      "often";
  command.description =
      "Propagates the program and lists the collectives that XLA's partitioner "
      "inserts, and those that the program already contains. Those that send "
      "most come first (docs/comms.md). Byte counts are per device.";
  command.operands = {InputOperand(*flags)};
  command.options = {
      Number("--top", "How many collectives to list (default: 20).",
             &flags->top, 0),
      Flag("--all", "List all collectives.", &flags->all),
      Repeated(Text("--name", "NAME",
                    "List only the collectives of tensors or ops with this "
                    "name: params/*/wq, block0/**, %5, arg/0 (docs/names.md). "
                    "May be given several times.",
                    nullptr),
               &flags->names),
      Choice("--lowering", {"xla", "shardflow"},
             "Which partitioner to assume: XLA's (default), or `shardflow "
             "partition`.",
             &flags->lowering),
      Choice("--format", {"text", "json"},
             "text (default), or JSON (schemas/comms-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
  };
  AddOptions(command, QuestionOptions(*flags, AsIs::kYes, AboutXla::kYes));
  command.examples = {
      "shardflow comms examples/gpt_train_step.mlir --top 3",
      "shardflow comms examples/gpt_train_step.mlir --name \"params/**\""};
  command.run = [flags](Environment& env) { return RunComms(*flags, env); };
  return command;
}

}  // namespace shardflow
