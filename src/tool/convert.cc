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
  std::string to;
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
    program =
        LooksLikeJson(input.text)
            ? Program::ReadJson(std::move(input.name),
                                std::string(input.text.view()), read, messages)
            : Program::Read(std::move(input.name), std::move(input.text), read,
                            messages);
  }
  PrintMessages(env, messages, flags.quiet);
  if (!program) return ExitCode::kBadInput;
  WriteOptions write;
  write.debug_info = flags.debug_info;
  const auto sink = [&](std::string_view text) { return output.Append(text); };
  if (flags.to == "json") {
    program->WriteJson(sink, write);
  } else {
    program->Write(sink, write);
  }
  return ExitCode::kOk;
}

}  // namespace

Command MakeConvertCommand() {
  auto flags = std::make_shared<ConvertFlags>();
  flags->reads_json = true;
  Command command;
  command.name = "convert";
  command.summary = "Convert a program between its text and JSON";
  command.description =
      "FILE may be either; docs/json.md describes the JSON. Nothing is lost on "
      "the way, in either direction.";
  command.operands = {InputOperand(*flags)};
  Option to = Choice("--to", {"json", "text"}, "What to write.", &flags->to);
  to.required = true;
  command.options = {
      to,
      OutputOption(*flags),
      Flag("--debug-info",
           "Write the locations of all ops, not only those that FILE states.",
           &flags->debug_info),
      Flag("--allow-unregistered-dialect",
           "Accept ops of dialects that are not known.", &flags->unregistered),
      Flag("--no-verify", "Do not check the program.", &flags->no_verify),
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
