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
#include "shardflow/plan_choice.h"
#include "shardflow/program.h"
#include "tool/environment.h"
#include "tool/files.h"
#include "tool/named_spec.h"
#include "tool/options.h"

// Flags, input, output and messages of the commands that read a program and
// write something.

namespace shardflow {

struct FileFlags {
  std::string input;
  std::string output = "-";
  bool quiet = false;
  std::string format = "text";
  std::string compat;
  std::vector<std::string> rules;  // paths of files
  bool extra_rules = false;
  bool dynamic_shapes = false;
  // Whether the command reads JSON. If not, RunOnFile converts JSON to text.
  bool reads_json = false;
  bool may_be_empty = false;  // whether the input may be empty
  bool jax = false;           // --jax: propagate as JAX does
  // Whether the command answers a question (tool/question.h). If so, the
  // command propagates FILE as JAX does, unless `propagate`, `as_is`,
  // `dynamic_shapes` or --compat is given.
  bool asks = false;
  // Whether the question is about how XLA partitions FILE. XLA only sees
  // programs that JAX has propagated, so the command propagates FILE as JAX
  // does, even with --propagate.
  bool about_xla = false;
  bool propagate = false;           // propagate as plain Shardy does
  bool as_is = false;               // don't propagate
  std::vector<NamedSpec> sets;      // what --set changes (tool/what_if.h)
  bool spec = false;                // write shardings in JAX's notation
  std::string frames = "user";      // or "all"
  std::string debug_info = "auto";  // or "always", "never"

  CompatMode compat_mode() const;
  // Whether to propagate as JAX does (RunOptions::jax).
  bool like_jax() const;
};

// Return options that set `flags`.
Option InputOperand(FileFlags& flags);
Option OutputOption(FileFlags& flags);
// Returns `--quiet`. `help` describes what the flag suppresses in addition to
// warnings.
Option QuietOption(FileFlags& flags, std::string help);
Option CompatOption(FileFlags& flags);
std::vector<Option> RulesOptions(FileFlags& flags);
// The error if `--jax` is combined with `--compat`.
inline constexpr std::string_view kJaxOrCompat =
    "--jax includes --compat=jaxlib-0.12; give only one of them";
Option JaxOption(FileFlags& flags);
// Returns the option `--spec`.
Option SpecOption(FileFlags& flags);
// DebugInfoOption returns `--debug-info`. WritesDebugInfo returns whether the
// output has locations, according to the option's value and the program as it
// was read.
Option DebugInfoOption(FileFlags& flags);
bool WritesDebugInfo(const FileFlags& flags, const Program& program);
// Returns the option `--frames`.
Option FramesOption(FileFlags& flags);
// Returns the option `--plan`, which determines how reshards are planned.
Option PlanOption(std::string help, PlanChoice* to);

// Appends `rows` to the options of a command.
void AddOptions(Command& command, std::vector<Option> rows);

// Writes "shardflow: TEXT" to standard error.
void Complain(Environment& env, std::string_view text);
// Writes "shardflow: TEXT" and a reference to the command's --help to standard
// error. Returns ExitCode::kUsage.
ExitCode UsageError(Environment& env, std::string_view command,
                    std::string_view text);
// Return the exit code for an error with this code, or for a failure that
// produced these messages.
ExitCode ExitCodeOf(ErrorCode code);
ExitCode ExitCodeOf(std::span<const Message> messages);

// Writes the messages to standard error. If `quiet` is set, writes only errors.
void PrintMessages(Environment& env, std::span<const Message> messages,
                   bool quiet = false);

// Reads the rules and the input, and calls the command. The command's output is
// kept if it returns kOk or kFindings. A program in JSON is converted to text
// unless `reads_json` is set. Unless `may_be_empty` is set, an empty file is an
// error, because the tool that should have written the program has probably
// failed.
ExitCode RunOnFile(
    const FileFlags& flags, Environment& env,
    const std::function<ExitCode(InputText, const OpRegistry&, Output&)>& run);

// Converts the value of --topology to the form that the library expects. If it
// is the path of a .toml file, `topology` is set to the text of the file,
// otherwise to `name`. On error, reports it and returns false.
[[nodiscard]] bool ReadTopologyFile(const std::string& name, Environment& env,
                                    std::string& topology);

// Returns the run options that the flags request.
RunOptions RunOptionsOf(const FileFlags& flags, const OpRegistry& registry);
// Reads the program and applies --set. With --rules, ops of unknown dialects
// are accepted. Returns nullopt on error.
std::optional<Program> ReadProgram(const FileFlags& flags, InputText input,
                                   std::vector<Message>& messages,
                                   bool keep_names = false);
// Like ReadProgram, but remembers the names of the program's values.
std::optional<Program> ReadNamed(const FileFlags& flags, InputText input,
                                 std::vector<Message>& messages);

// Writes the whole output of a command to standard output.
ExitCode PrintText(Environment& env, std::string_view text);

// Returns the terminal to format the output for. Output to a file has no
// colours unless --color=always is given, because a file may be viewed
// anywhere.
Terminal TerminalOf(const FileFlags& flags, const Environment& env);

// Commits `output` and returns `code`. If committing fails, reports the error
// and returns its exit code.
ExitCode Finish(Output& output, ExitCode code, Environment& env);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_FILE_COMMAND_H_
