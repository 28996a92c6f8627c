#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "tool/options.h"
#include "tool/terminal.h"

namespace shardflow {
namespace {

// Longer lines are hard to read, no matter how wide the window is.
constexpr size_t kWidest = 100;
// The column where the help of an option begins. If an option's heading is
// longer, it has its own line.
constexpr size_t kHelpColumn = 28;

void AppendRow(const std::string& heading, const std::string& help,
               size_t columns, std::string& out) {
  std::string row = "  " + heading;
  const std::string text = Wrap(help, kHelpColumn, columns);
  if (row.size() + 2 > kHelpColumn || text.empty()) {
    out += row + "\n" + text;
  } else {
    row.resize(kHelpColumn, ' ');
    out += row + text.substr(kHelpColumn);
  }
}

void AppendRows(const std::vector<Option>& rows, size_t columns,
                std::string& out) {
  for (const Option& row : rows) {
    AppendRow(Heading(row), row.help, columns, out);
  }
}

}  // namespace

std::string Heading(const Option& option) {
  if (!option.names.starts_with('-')) return option.names;
  std::string heading;
  for (const char c : option.names) {
    heading += c;
    if (c == ',') heading += ' ';
  }
  return option.value.empty() ? heading : heading + " " + option.value;
}

std::string UsageOf(const Command& command) {
  std::string usage = "shardflow " + command.name;
  if (!command.options.empty()) usage += " [options]";
  for (const Option& operand : command.operands) {
    std::string word = operand.names;
    if (operand.repeated) word += "...";
    usage += operand.required ? " " + word : " [" + word + "]";
  }
  return usage;
}

std::string HelpText(const Command& command, size_t columns) {
  columns = std::min(columns, kWidest);
  std::string out = Wrap(command.summary + ".", 0, columns);
  out += "\nUsage: " + UsageOf(command) + "\n";
  if (!command.description.empty()) {
    out += "\n" + Wrap(command.description, 0, columns);
  }
  if (!command.operands.empty()) {
    out += '\n';
    AppendRows(command.operands, columns, out);
  }
  out += "\nOptions:\n";
  AppendRows(command.options, columns, out);
  AppendRow("-h, --help", "Print this help.", columns, out);
  if (!command.examples.empty()) {
    out += command.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
    for (const std::string& example : command.examples) {
      out += "  " + example + "\n";
    }
  }
  return out;
}

std::string HelpText(std::span<const Command> commands, size_t columns) {
  columns = std::min(columns, kWidest);
  std::string out =
      "Sharding propagation for tensor programs.\n\n"
      "Usage: shardflow COMMAND ...\n\nCommands:\n";
  constexpr size_t kSummaryColumn = 14;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    std::string row = "  " + command.name;
    row.resize(kSummaryColumn, ' ');
    out +=
        row +
        Wrap(command.summary, kSummaryColumn, columns).substr(kSummaryColumn);
  }
  out += "\nOptions:\n";
  AppendRow("-h, --help",
            "Print this help or, after a command, the command's help.", columns,
            out);
  AppendRow("--version", "Print the version.", columns, out);
  out +=
      "\n" + Wrap(
                 "As a FILE, - is standard input. Data goes to standard "
                 "output, or to the file given by -o, which is either replaced "
                 "completely or left unchanged. Messages go to standard error.",
                 0, columns);
  out +=
      "\n" +
      Wrap(
          "Exit codes: 0 success, 1 findings (opt: any error), 2 wrong command "
          "line, 3 bad input, 4 internal error or failure to write the output.",
          0, columns);
  return out;
}

}  // namespace shardflow
