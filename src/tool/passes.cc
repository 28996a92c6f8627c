#include "shardflow/passes.h"

#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tool/file_command.h"
#include "tool/json_text.h"
#include "tool/passes.h"
#include "tool/passes_text.h"
#include "tool/terminal.h"

namespace shardflow {
namespace {

struct PassesFlags : FileFlags {
  std::string name;
};

Json JsonOf(const PassInfo& pass) {
  Json json = {{"name", pass.name}, {"summary", pass.summary}};
  json["options"] = Json::array();
  for (const PassOption& option : pass.options) {
    json["options"].push_back({{"name", option.name},
                               {"default", option.default_value},
                               {"help", option.help}});
  }
  return json;
}

ExitCode RunPasses(const PassesFlags& flags, Environment& env) {
  std::vector<PassInfo> passes;
  for (PassInfo& pass : Passes()) {
    if (pass.name.find(flags.name) != std::string::npos) {
      passes.push_back(std::move(pass));
    }
  }
  if (passes.empty()) {
    Complain(env, "passes: no pass has '" + flags.name + "' in its name");
    return ExitCode::kBadInput;
  }
  Output output(flags.output, env.out, env.temporaries);
  if (flags.format == "json") {
    Json document = {{"format", "shardflow-passes"}, {"version", 1}};
    document["passes"] = Json::array();
    for (const PassInfo& pass : passes) {
      document["passes"].push_back(JsonOf(pass));
    }
    output.Append(IndentedLines(document));
  } else if (flags.format == "jsonl") {
    for (const PassInfo& pass : passes) {
      output.Append(OneLine(JsonOf(pass)) + "\n");
    }
  } else {
    const Terminal terminal = TerminalOf(flags, env);
    for (const PassInfo& pass : passes) {
      output.Append(PassText(pass, terminal.columns, terminal.color_out));
    }
  }
  return Finish(output, ExitCode::kOk, env);
}

}  // namespace

Command MakePassesCommand() {
  auto flags = std::make_shared<PassesFlags>();
  Command command;
  command.name = "passes";
  command.summary = "List the passes and pipelines with their options";
  command.description =
      "Lists what `shardflow opt` can run. Options are shown with their "
      "defaults.";
  command.operands = {Text(
      "NAME", "", "List only those whose names contain NAME.", &flags->name)};
  command.options = {
      Choice("--format", {"text", "json", "jsonl"},
             "text (default), JSON, or a line of JSON for each pass "
             "(schemas/passes-1.schema.json).",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "Has no effect, because there are no warnings."),
  };
  command.examples = {"shardflow passes", "shardflow passes export-pipeline"};
  command.run = [flags](Environment& env) { return RunPasses(*flags, env); };
  return command;
}

}  // namespace shardflow
