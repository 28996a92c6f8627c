#include "tool/validate.h"

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
#include "tool/sections.h"

namespace shardflow {
namespace {

struct ValidateFlags : FileFlags {
  std::vector<std::string> inputs;
  bool allow_unregistered = false;
  bool split = false;
};

Json JsonOf(const Message& message) {
  Json json = {{"severity", MessageKindName(message.kind)}};
  if (!message.file.empty()) json["file"] = message.file;
  if (message.line > 0) json["line"] = message.line;
  if (message.column > 0) json["column"] = message.column;
  json["message"] = message.text;
  // Notes have no notes of their own.
  for (const Message& note : message.notes) {
    Json row = {{"severity", MessageKindName(note.kind)}};
    if (!note.file.empty()) row["file"] = note.file;
    if (note.line > 0) row["line"] = note.line;
    if (note.column > 0) row["column"] = note.column;
    row["message"] = note.text;
    json["notes"].push_back(std::move(row));
  }
  return json;
}

std::vector<Message> Check(const InputText& input, const ValidateFlags& flags) {
  ReadOptions options;
  options.allow_unregistered_dialect =
      flags.allow_unregistered || !flags.rules.empty();
  std::vector<Message> messages;
  std::vector<Section> sections = {{input.text, 1}};
  if (flags.split) sections = SplitSections(input.text);
  for (const Section& section : sections) {
    options.first_line = section.first_line;
    (void)Program::Read(input.name, std::string(section.text), options,
                        messages);
  }
  return messages;
}

size_t CountErrors(const std::vector<Message>& messages) {
  return static_cast<size_t>(
      std::ranges::count(messages, MessageKind::kError, &Message::kind));
}

// The findings of this command are data, so they don't go to standard error.
std::string Report(const std::vector<Message>& messages,
                   const ValidateFlags& flags, const Environment& env) {
  if (flags.format == "text") {
    return MessagesText(messages, TerminalOf(flags, env).color_out);
  }
  const bool lines = flags.format == "jsonl";
  Json all = Json::array();
  std::string out;
  for (const Message& message : messages) {
    if (lines) {
      out += OneLine(JsonOf(message)) + "\n";
    } else {
      all.push_back(JsonOf(message));
    }
  }
  if (lines) return out;
  Json document = {{"format", "shardflow-validate"}, {"version", 1}};
  document["errors"] = CountErrors(messages);
  document["diagnostics"] = std::move(all);
  return IndentedLines(document);
}

ExitCode RunValidate(const ValidateFlags& flags, Environment& env) {
  OpRegistry registry;
  if (!ReadRuleFiles(flags.rules, env.in, registry, env.err)) {
    return ExitCode::kBadInput;
  }
  std::vector<Message> messages;
  ExitCode worst = ExitCode::kOk;
  for (const std::string& path : flags.inputs) {
    Message error;
    const std::optional<InputText> input = ReadInput(path, env.in, error);
    if (!input) {
      // As text, it isn't a finding about a program. A reader of JSON should
      // still see that this file wasn't checked.
      Complain(env, error.text);
      error.file = path;
      if (flags.format != "text") messages.push_back(std::move(error));
      worst = ExitCode::kBadInput;
      continue;
    }
    const Progress progress(env, flags.quiet, "validating " + input->name);
    std::vector<Message> found = Check(*input, flags);
    std::ranges::move(found, std::back_inserter(messages));
  }
  if (flags.quiet) {
    std::erase_if(messages, [](const Message& message) {
      return message.kind != MessageKind::kError;
    });
  }
  const size_t errors = CountErrors(messages);
  Output output(flags.output, env.out, env.temporaries);
  output.Append(Report(messages, flags, env));
  if (!flags.quiet && flags.format == "text") {
    output.Append(fmt::format("{} file{}, {} error{}\n", flags.inputs.size(),
                              flags.inputs.size() == 1 ? "" : "s", errors,
                              errors == 1 ? "" : "s"));
  }
  if (errors > 0) worst = std::max(worst, ExitCode::kFindings);
  return Finish(output, worst, env);
}

}  // namespace

Command MakeValidateCommand() {
  auto flags = std::make_shared<ValidateFlags>();
  Command command;
  command.name = "validate";
  command.summary = "Check programs: syntax, types, meshes and shardings";
  command.description =
      "Prints all errors and warnings. Exits with 1 if a file has an error, "
      "and with 3 if a file cannot be read. In each file, parsing ends at the "
      "first syntax error. A program that can be parsed is verified "
      "completely, except for the types and attributes of StableHLO ops: "
      "propagate warns where these don't fit, and commands that compute with "
      "them report an error.";
  command.operands = {
      Files("FILE", "The programs; - is standard input.", &flags->inputs)};
  command.operands[0].required = true;
  command.options = {
      Choice("--format", {"text", "json", "jsonl"},
             "text (default), JSON, or a line of JSON for each diagnostic "
             "(schemas/validate-1.schema.json).",
             &flags->format),
      Flag("--split-input-file",
           "Treat the parts between `// -----` lines as separate programs.",
           &flags->split),
      Flag("--allow-unregistered-dialect",
           "Accept operations of unknown dialects.",
           &flags->allow_unregistered),
      Files("--rules",
            "A file of sharding rules, which is checked. Ops of unknown "
            "dialects are then accepted.",
            &flags->rules),
      OutputOption(*flags),
      QuietOption(*flags, "Print only errors, without their number."),
  };
  command.examples = {"shardflow validate examples/mlp_train_step.mlir",
                      "shardflow validate --format json examples/*.mlir"};
  command.run = [flags](Environment& env) { return RunValidate(*flags, env); };
  return command;
}

}  // namespace shardflow
