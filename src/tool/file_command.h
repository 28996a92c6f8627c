#ifndef SHARDFLOW_TOOL_FILE_COMMAND_H_
#define SHARDFLOW_TOOL_FILE_COMMAND_H_

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/extend.h"
#include "shardflow/message.h"
#include "shardflow/program.h"
#include "tool/environment.h"
#include "tool/files.h"
#include "tool/options.h"

// What commands that read a program and write something have in common.

namespace shardflow {

struct FileFlags {
  std::string input;
  std::string output = "-";
  bool quiet = false;
  std::string format = "text";
  std::string compat;
  std::vector<std::string> rules;  // files
  bool extra_rules = false;

  CompatMode compat_mode() const;
};

// Rows that set `flags`.
Option InputOperand(FileFlags& flags);
Option OutputOption(FileFlags& flags);
// Errors only; `what` is left out besides.
Option QuietOption(FileFlags& flags, std::string help);
Option CompatOption(FileFlags& flags);
std::vector<Option> RulesOptions(FileFlags& flags);

// Appends `rows` to the options of a command.
void AddOptions(Command& command, std::vector<Option> rows);

// "shardflow: TEXT" on standard error.
void Complain(Environment& env, std::string_view text);
// The same, with the hint to --help. Returns kUsage.
ExitCode UsageError(Environment& env, std::string_view command,
                    std::string_view text);
// On standard error; if `quiet`, errors only.
void PrintMessages(Environment& env, std::span<const Message> messages,
                   bool quiet = false);

// Reads the rules and the input, runs, and keeps what was written if the
// answer is kOk or kFindings.
ExitCode RunOnFile(
    const FileFlags& flags, Environment& env,
    const std::function<ExitCode(InputText, const OpRegistry&, Output&)>& run);

// Text that is all that a command writes to standard output.
ExitCode PrintText(Environment& env, std::string_view text);

// What the output goes to: a file is for later, and has no colours.
Terminal TerminalOf(const FileFlags& flags, const Environment& env);

// Commits `output` and returns `code`, or kInternal after a complaint.
ExitCode Finish(Output& output, ExitCode code, Environment& env);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_FILE_COMMAND_H_
