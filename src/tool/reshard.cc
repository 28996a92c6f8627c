#include "tool/reshard.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/shardflow.h"

namespace shardflow {
namespace {

constexpr std::string_view kHelp =
    R"(Plan how a tensor gets from one sharding to another, and what it costs

Usage: shardflow reshard --mesh MESH --shape TYPE --from DIMS --to DIMS [flags]

  --mesh <["x"=2, "y"=4]>   the mesh
  --shape 16x8xf32          dimensions and element type of the tensor
  --from '[{"x"}, {"y"}]'   what it is sharded as; , unreduced={"z"} may follow
  --to '[{"y"}, {}]'        what it is to be sharded as
  --plan default|best       Shardy's plan, or the one with the fewest bytes,
                            then the fewest steps
  --compat VERSION          shardy-2026-08 (default) or jaxlib-0.12
  --format text|json        how to print it (schemas/reshard-1.schema.json)
  -h, --help                this text

Bytes are those that one device sends (and receives) at most.
)";

struct ReshardFlags {
  ReshardRequest request;
  bool json = false;
  bool help = false;
};

bool SetFlag(std::string_view name, const std::string& value,
             ReshardFlags& flags, std::string& error) {
  ReshardRequest& request = flags.request;
  const auto is_one_of = [&](std::string_view a, std::string_view b) {
    if (value == a || value == b) return true;
    error =
        fmt::format("bad value of {}: '{}' (one of {}, {})", name, value, a, b);
    return false;
  };
  if (name == "--mesh") {
    request.mesh = value;
  } else if (name == "--shape") {
    request.type = value;
  } else if (name == "--from") {
    request.from = value;
  } else if (name == "--to") {
    request.to = value;
  } else if (name == "--plan") {
    request.best = value == "best";
    return is_one_of("default", "best");
  } else if (name == "--format") {
    flags.json = value == "json";
    return is_one_of("text", "json");
  } else if (name == "--compat") {
    const std::optional<CompatMode> mode = ParseCompatMode(value);
    request.compat = mode.value_or(request.compat);
    return is_one_of("shardy-2026-08", "jaxlib-0.12");
  } else {
    error = fmt::format("unknown flag '{}'", name);
    return false;
  }
  return true;
}

std::optional<ReshardFlags> ParseFlags(std::span<const std::string> args,
                                       std::string& error) {
  ReshardFlags flags;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string& word = args[i];
    if (word == "-h" || word == "--help") {
      flags.help = true;
      return flags;
    }
    const size_t equals = word.find('=');
    const bool has_value =
        word.starts_with("--") && equals != std::string::npos;
    if (!has_value && i + 1 == args.size()) {
      error = fmt::format("'{}' is no flag, or has no value", word);
      return std::nullopt;
    }
    const std::string name = has_value ? word.substr(0, equals) : word;
    const std::string value = has_value ? word.substr(equals + 1) : args[++i];
    if (!SetFlag(name, value, flags, error)) return std::nullopt;
  }
  const ReshardRequest& r = flags.request;
  if (r.mesh.empty() || r.type.empty() || r.from.empty() || r.to.empty()) {
    error = "--mesh, --shape, --from and --to are needed";
    return std::nullopt;
  }
  return flags;
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
        "{:3}  {:{}}  {:{}}  {:{}}  sends {} B, receives {} B, holds {} B\n",
        i + 1, step.op, op, step.axes, axes, step.sharding, sharding,
        step.bytes_sent, step.bytes_received, step.local_bytes);
  }
  return text + fmt::format("to {}: {} step{}, sends {} B, receives {} B\n",
                            request.to, report.steps.size(),
                            report.steps.size() == 1 ? "" : "s",
                            report.bytes_sent, report.bytes_received);
}

std::string JsonOf(const ReshardRequest& request, const ReshardReport& report) {
  using Json = nlohmann::ordered_json;
  Json json = {{"format", "shardflow-reshard"},
               {"version", 1},
               {"mesh", request.mesh},
               {"type", request.type},
               {"from", request.from},
               {"to", request.to},
               {"plan", request.best ? "best" : "default"},
               {"local_bytes", report.local_bytes},
               {"steps", Json::array()},
               {"bytes_sent", report.bytes_sent},
               {"bytes_received", report.bytes_received}};
  for (const ReshardStep& step : report.steps) {
    json["steps"].push_back({{"op", step.op},
                             {"axes", step.axes},
                             {"sharding", step.sharding},
                             {"group", step.group},
                             {"bytes_sent", step.bytes_sent},
                             {"bytes_received", step.bytes_received},
                             {"local_bytes", step.local_bytes}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

ExitCode RunReshardCommand(std::span<const std::string> args, std::ostream& out,
                           std::ostream& err) {
  std::string error;
  const std::optional<ReshardFlags> flags = ParseFlags(args, error);
  if (!flags) {
    err << "shardflow: reshard: " << error << "\nRun with --help for more.\n";
    return ExitCode::kUsage;
  }
  if (flags->help) {
    out << kHelp;
    return ExitCode::kOk;
  }
  std::vector<Message> messages;
  const std::optional<ReshardReport> report =
      PlanReshard(flags->request, messages);
  for (const Message& message : messages) err << message.ToString();
  if (!report) return ExitCode::kBadInput;
  out << (flags->json ? JsonOf(flags->request, *report)
                      : TextOf(flags->request, *report));
  return ExitCode::kOk;
}

}  // namespace shardflow
