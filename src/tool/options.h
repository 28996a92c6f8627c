#ifndef SHARDFLOW_TOOL_OPTIONS_H_
#define SHARDFLOW_TOOL_OPTIONS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/message.h"
#include "tool/environment.h"

// A sub-command described by a table, which is used to parse its words and to
// make its help, its man page and the shell completions.
//
//   Command MakeCountCommand() {
//     struct Flags { std::string input; bool quiet = false; };
//     Command command{.name = "count", .summary = "Count the ops"};
//     auto flags = std::make_shared<Flags>();
//     command.operands = {File("FILE", "The program", &flags->input)};
//     command.options = {Flag("-q,--quiet", "No table", &flags->quiet)};
//     command.examples = {"shardflow count step.mlir"};
//     command.run = [flags](Environment& env) { return Count(*flags, env); };
//     return command;
//   }

namespace shardflow {

enum class ValueKind { kNone, kText, kFile, kFolder, kChoice };

struct Option {
  std::string names;  // "-o,--output"; for an operand: "FILE"
  ValueKind kind = ValueKind::kNone;
  std::string value;  // the value's name in help; empty: there is no value
  std::string help;
  std::vector<std::string> choices;  // the values of kChoice
  bool required = false;
  bool repeated = false;
  // Called with the option's value ("" for a flag). Returns what is wrong with
  // it, or "".
  std::function<std::string(const std::string&)> set;
};

struct Command {
  std::string name;
  std::string summary;      // one line, without a full stop
  std::string description;  // further sentences; may be empty
  std::vector<Option> operands;
  std::vector<Option> options;  // without -h,--help, which all commands have
  // Command lines that work at the top of the source tree; a test runs them.
  std::vector<std::string> examples;
  // Exactly one of the two is set. The second gets the words after the
  // command's name, unparsed.
  std::function<ExitCode(Environment&)> run;
  std::function<ExitCode(std::span<const std::string>, Environment&)> run_words;
  // Not shown in the list of commands.
  bool hidden = false;
};

// --- rows of the table; `to` must outlive the command's run
Option Flag(std::string names, std::string help, bool* to);
Option Text(std::string names, std::string value, std::string help,
            std::string* to);
Option File(std::string names, std::string help, std::string* to);
Option Folder(std::string names, std::string help, std::string* to);
// Values below `least` are refused.
Option Number(std::string names, std::string help, int* to, int least);
Option Number(std::string names, std::string help, std::optional<uint64_t>* to);
// "16GiB", "1.5 MB"; a number without a unit is in bytes. Values below `least`
// are refused.
Option Bytes(std::string names, std::string help, int64_t* to, int64_t least);
// "5s", "500ms", "2m"; a number without a unit is in seconds.
Option Seconds(std::string names, std::string help, std::optional<double>* to);
Option Choice(std::string names, std::vector<std::string> choices,
              std::string help, std::string* to);
// Lets `option` be given several times; each value is added to `to`.
Option Repeated(Option option, std::vector<std::string>* to);
Option Files(std::string names, std::string help, std::vector<std::string>* to);
// Returns a row for help only, for a command that parses its words itself.
Option Documented(std::string names, std::string value, std::string help,
                  std::vector<std::string> choices = {});

// --- uses of the table
enum class ParseOutcome { kRun, kHelp, kError };
// Parses the words and sets the variables of the rows. On kError, `error` says
// why.
[[nodiscard]] ParseOutcome ParseWords(const Command& command,
                                      std::span<const std::string> words,
                                      Message& error);

// Returns the usage line: "shardflow show [options] FILE".
std::string UsageOf(const Command& command);
std::string HelpText(const Command& command, size_t columns);
std::string HelpText(std::span<const Command> commands, size_t columns);

// Returns the option as help lists it: "-o, --output FILE".
std::string Heading(const Option& option);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPTIONS_H_
