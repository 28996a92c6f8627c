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

// Describes a sub-command by a table, which is used to parse the command's
// words and to make its help, manual page and shell completions.
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
  std::string names;  // e.g. "-o,--output" or, for an operand, "FILE"
  ValueKind kind = ValueKind::kNone;
  std::string value;  // the value's name in help; empty if there is none
  std::string help;
  std::vector<std::string> choices;  // the values of kChoice
  bool required = false;
  bool repeated = false;
  // Called with the option's value ("" for a flag). Returns an error message if
  // the value is invalid, otherwise "".
  std::function<std::string(const std::string&)> set;
};

struct Command {
  std::string name;
  std::string summary;      // one line, without a period
  std::string description;  // further sentences; may be empty
  std::vector<Option> operands;
  std::vector<Option> options;  // without -h,--help, which all commands have
  // Example command lines. They work in the top folder of the source tree,
  // where a test runs them.
  std::vector<std::string> examples;
  // --- the function that runs the command; exactly one of these is set
  std::function<ExitCode(Environment&)> run;
  // Called with the words after the command's name, unparsed.
  std::function<ExitCode(std::span<const std::string>, Environment&)> run_words;
  // Whether the list of commands omits this command.
  bool hidden = false;
};

// --- rows of the table

// Make a row for an option whose value is stored in `*to`, which must outlive
// the command's run.
Option Flag(std::string names, std::string help, bool* to);
Option Text(std::string names, std::string value, std::string help,
            std::string* to);
Option File(std::string names, std::string help, std::string* to);
Option Folder(std::string names, std::string help, std::string* to);
// A value below `least` is an error.
Option Number(std::string names, std::string help, int* to, int least);
Option Number(std::string names, std::string help, std::optional<uint64_t>* to);
// Reads a number of bytes, such as "16GiB" or "1.5 MB". A number without a unit
// is in bytes. A value below `least` is an error.
Option Bytes(std::string names, std::string help, int64_t* to, int64_t least);
// Reads a duration, such as "5s", "500ms" or "2m". A number without a unit is
// in seconds.
Option Seconds(std::string names, std::string help, std::optional<double>* to);
Option Choice(std::string names, std::vector<std::string> choices,
              std::string help, std::string* to);
// Returns a copy of `option` that may be given several times. Each value is
// appended to `*to`.
Option Repeated(Option option, std::vector<std::string>* to);
Option Files(std::string names, std::string help, std::vector<std::string>* to);
// Returns a row that only appears in help, for a command that parses its words
// itself.
Option Documented(std::string names, std::string value, std::string help,
                  std::vector<std::string> choices = {});

// --- functions that use the table
enum class ParseOutcome { kRun, kHelp, kError };
// Parses the words and stores the values. If this returns kError, `error`
// contains the reason.
[[nodiscard]] ParseOutcome ParseWords(const Command& command,
                                      std::span<const std::string> words,
                                      Message& error);

// Returns the usage line, such as "shardflow show [options] FILE".
std::string UsageOf(const Command& command);
std::string HelpText(const Command& command, size_t columns);
std::string HelpText(std::span<const Command> commands, size_t columns);

// Returns the heading for an option in help, such as "-o, --output FILE".
std::string Heading(const Option& option);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_OPTIONS_H_
