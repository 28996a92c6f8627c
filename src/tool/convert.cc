#include "tool/convert.h"

#include <memory>
#include <utility>

#include "shardflow/json.h"
#include "shardflow/program.h"
#include "tool/file_command.h"
#include "tool/progress.h"

namespace shardflow {
namespace {

struct ConvertFlags : FileFlags {
  std::string to;  // "json", "text" or "artifact"
  std::string version;
  bool debug_info = false;
  bool unregistered = false;
  bool no_verify = false;
};

ExitCode Convert(const ConvertFlags& flags, InputText input, Output& output,
                 Environment& env) {
  std::vector<Message> messages;
  ReadOptions read;
  read.allow_unregistered_dialect = flags.unregistered;
  read.verify = !flags.no_verify;
  std::optional<Program> program;
  {
    const Progress progress(env, flags.quiet, "reading " + input.name);
    program = Program::Read(std::move(input.name), std::move(input.text), read,
                            messages);
  }
  PrintMessages(env, messages, flags.quiet);
  if (!program) return ExitCode::kBadInput;
  if (flags.to == "artifact") {
    messages.clear();
    const std::optional<std::string> artifact =
        program->WriteArtifact(flags.version, messages);
    PrintMessages(env, messages, flags.quiet);
    if (!artifact) return ExitCode::kBadInput;
    output.Append(*artifact);
    return ExitCode::kOk;
  }
  WriteOptions write;
  write.debug_info = flags.debug_info;
  const auto sink = [&](std::string_view text) { return output.Append(text); };
  write.json = flags.to == "json";
  program->Write(sink, write);
  return ExitCode::kOk;
}

// Parses "json", "text" or "artifact[=VERSION]". Returns an error message, or
// "" on success.
std::string SetForm(const std::string& form, ConvertFlags& flags) {
  const size_t equal = form.find('=');
  flags.to = form.substr(0, equal);
  const bool is_artifact = flags.to == "artifact";
  if (equal != std::string::npos) flags.version = form.substr(equal + 1);
  if (is_artifact && (equal == std::string::npos || !flags.version.empty())) {
    return "";
  }
  if (equal == std::string::npos && (form == "json" || form == "text")) {
    return "";
  }
  return "expected json, text, artifact or artifact=VERSION, got '" + form +
         "'";
}

}  // namespace

Command MakeConvertCommand() {
  auto flags = std::make_shared<ConvertFlags>();
  flags->reads_json = true;
  Command command;
  command.name = "convert";
  command.summary =
      "Convert a program between text, JSON and portable artifacts";
  command.description =
      "FILE may be in any of these forms. docs/json.md describes the JSON, and "
      "docs/artifacts.md the portable artifacts of StableHLO, which JAX and "
      "torch_xla write and XLA reads. Converting between text and JSON loses "
      "nothing. Artifacts don't contain attributes that have their default "
      "value.";
  command.operands = {InputOperand(*flags)};
  Option to = Text("--to", "json|text|artifact[=VERSION]",
                   "The form to write. VERSION is the oldest StableHLO version "
                   "that must be able to read the artifact, such as 1.18.0 "
                   "(default: the newest known version).",
                   &flags->to);
  to.required = true;
  to.set = [flags](const std::string& form) { return SetForm(form, *flags); };
  command.options = {
      to,
      OutputOption(*flags),
      Flag("--debug-info",
           "Write the locations of all ops, not only those in FILE.",
           &flags->debug_info),
      Flag("--allow-unregistered-dialect", "Accept ops of unknown dialects.",
           &flags->unregistered),
      Flag("--no-verify", "Don't verify the program.", &flags->no_verify),
      QuietOption(*flags, "No warnings."),
  };
  command.examples = {
      "shardflow convert --to json examples/mlp_train_step.mlir"};
  command.run = [flags](Environment& env) {
    return RunOnFile(*flags, env,
                     [&](InputText input, const OpRegistry&, Output& output) {
                       return Convert(*flags, std::move(input), output, env);
                     });
  };
  return command;
}

}  // namespace shardflow
