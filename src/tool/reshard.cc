#include "tool/reshard.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "shardflow/shardflow.h"
#include "tool/file_command.h"
#include "tool/files.h"

namespace shardflow {
namespace {

struct ReshardFlags : FileFlags {
  ReshardRequest request;
};

std::string TimeText(const ReshardRequest& request, double seconds) {
  return request.options.topology.empty()
             ? ""
             : fmt::format(", takes {:.1f} us", seconds * 1e6);
}

std::string TextOf(const ReshardRequest& request, const ReshardReport& report) {
  std::string text =
      fmt::format("from {}: {} B a device\n", request.from, report.local_bytes);
  size_t op = 0, axes = 0, sharding = 0;
  for (const ReshardStep& step : report.steps) {
    op = std::max(op, step.op.size());
    axes = std::max(axes, step.axes.size());
    sharding = std::max(sharding, step.sharding.size());
  }
  for (size_t i = 0; i < report.steps.size(); ++i) {
    const ReshardStep& step = report.steps[i];
    fmt::format_to(
        std::back_inserter(text),
        "{:3}  {:{}}  {:{}}  {:{}}  sends {} B, receives {} B, holds {} B{}\n",
        i + 1, step.op, op, step.axes, axes, step.sharding, sharding,
        step.bytes_sent, step.bytes_received, step.local_bytes,
        TimeText(request, step.seconds));
  }
  return text + fmt::format("to {}: {} step{}, sends {} B, receives {} B{}\n",
                            request.to, report.steps.size(),
                            report.steps.size() == 1 ? "" : "s",
                            report.bytes_sent, report.bytes_received,
                            TimeText(request, report.seconds));
}

ExitCode RunReshard(const ReshardFlags& flags, Environment& env) {
  ReshardRequest request = flags.request;
  if (request.mesh.empty() || request.type.empty() || request.from.empty() ||
      request.to.empty()) {
    return UsageError(env, "reshard",
                      "--mesh, --shape, --from and --to are needed");
  }
  request.options.compat = flags.compat_mode();
  if (!ReadTopologyFile(flags.request.options.topology, env,
                        request.options.topology)) {
    return ExitCode::kBadInput;
  }
  std::vector<Message> messages;
  const std::optional<ReshardReport> report = PlanReshard(request, messages);
  request.options.topology = flags.request.options.topology;
  PrintMessages(env, messages, flags.quiet);
  if (!report) return ExitCode::kBadInput;
  Output output(flags.output, env.out, env.temporaries);
  output.Append(flags.format == "json" ? ReshardJson(request, *report)
                                       : FitLines(TextOf(request, *report),
                                                  TerminalOf(flags, env)));
  return Finish(output, ExitCode::kOk, env);
}

}  // namespace

Command MakeReshardCommand() {
  auto flags = std::make_shared<ReshardFlags>();
  ReshardRequest& request = flags->request;
  Command command;
  command.name = "reshard";
  command.summary =
      "Plan how a tensor gets from one sharding to another, and what it costs";
  command.description =
      "Bytes are those that one device sends (and receives) at most. --mesh, "
      "--shape, --from and --to are required.";
  command.options = {
      Text("--mesh", "MESH", "The mesh: <[\"x\"=2, \"y\"=4]>", &request.mesh),
      Text("--shape", "TYPE",
           "Dimensions and element type of the tensor: 16x8xf32",
           &request.type),
      Text("--from", "DIMS",
           "The sharding of the tensor: [{\"x\"}, {\"y\"}]; unreduced={\"z\"} "
           "may follow after a comma.",
           &request.from),
      Text("--to", "DIMS", "The sharding that it should get.", &request.to),
      PlanOption("Shardy's plan (default), or the one with the fewest bytes, "
                 "then the fewest steps.",
                 &request.options.plan),
      Text("--topology", "NAME|FILE.toml",
           "The machine: h100 (nodes of 8), v5e (a torus), v5e_grid (without "
           "wrap-around links) or a file (docs/reshards.md). Steps then have "
           "times, and the best plan is the fastest one.",
           &request.options.topology),
      Choice("--format", {"text", "json"},
             "text (default), or JSON (schemas/reshard-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      CompatOption(*flags),
  };
  command.examples = {
      "shardflow reshard --mesh '<[\"x\"=2,\"y\"=4]>' --shape 16x8xf32 "
      "--from '[{\"x\"},{\"y\"}]' --to '[{\"y\"},{}]'"};
  command.run = [flags](Environment& env) { return RunReshard(*flags, env); };
  return command;
}

}  // namespace shardflow
