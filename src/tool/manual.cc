#include "tool/manual.h"

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/passes.h"
#include "shardflow/version.h"
#include "tool/commands.h"
#include "tool/file_command.h"

namespace shardflow {
namespace {

// Escapes text so that roff shows it verbatim.
std::string Roff(std::string_view text) {
  std::string out;
  bool line_begins = true;
  for (const char c : text) {
    // roff would interpret a line that begins like this as a request.
    if (line_begins && (c == '.' || c == '\'')) out += "\\&";
    line_begins = c == '\n';
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else if (c == '"') {
      out += "\\(dq";
    } else {
      out += c;
    }
  }
  return out;
}

// Formats text for roff. Lines that begin with a space remain separate lines.
std::string Paragraphs(const std::string& text) {
  std::string out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.empty()) {
      out += ".PP\n";
    } else if (line.front() == ' ') {
      out += ".nf\n" + Roff(line) + "\n.fi\n";
    } else {
      out += Roff(line) + "\n";
    }
    at = end + 1;
  }
  return out;
}

std::string RowText(const Option& option) {
  return ".TP\n.B " + Roff(Heading(option)) + "\n" + Roff(option.help) + "\n";
}

std::string CommandText(const Command& command) {
  std::string out = ".SS " + Roff(UsageOf(command)) + "\n";
  out += Roff(command.summary) + ".\n";
  if (!command.description.empty()) {
    out += ".PP\n" + Paragraphs(command.description);
  }
  for (const Option& operand : command.operands) out += RowText(operand);
  for (const Option& option : command.options) out += RowText(option);
  for (const std::string& example : command.examples) {
    out += ".PP\n.nf\n.RS\n" + Roff(example) + "\n.RE\n.fi\n";
  }
  return out;
}

constexpr std::string_view kIntroduction = R"(.SH NAME
shardflow \- sharding propagation for tensor programs
.SH SYNOPSIS
.B shardflow
.I COMMAND
[options] ...
.SH DESCRIPTION
Takes a tensor program in StableHLO with a few sharding annotations and works
out the shardings of everything else, with the semantics of Shardy.
.PP
A file \- is standard input. Data goes to standard output or to the file of
.BR \-o ,
which is replaced as a whole or left as it was; messages go to standard error.
Every command has
.BR \-h ", " \-\-help .
.SH COMMANDS
)";

constexpr std::string_view kEnd = R"(.SH EXIT STATUS
.TP
.B 0
success
.TP
.B 1
the command worked and found something wrong; of
.BR opt :
any error
.TP
.B 2
wrong use of the command line
.TP
.B 3
the input is wrong or cannot be read
.TP
.B 4
an internal error, or the output cannot be written
.SH ENVIRONMENT
.TP
.B NO_COLOR
If it is set and not empty, there are no colours on a terminal.
.TP
.B TERM
If it is
.BR dumb ,
there are no colours and no progress.
)";

struct CompletionFlags : FileFlags {
  std::string shell;
};

}  // namespace

std::vector<std::string> NamesOf(const Option& option) {
  std::vector<std::string> names;
  size_t at = 0;
  while (at <= option.names.size()) {
    const size_t end =
        std::min(option.names.find(',', at), option.names.size());
    names.push_back(option.names.substr(at, end - at));
    at = end + 1;
  }
  return names;
}

std::string ManText(std::span<const Command> commands) {
  std::string out = fmt::format(
      ".\\\" Made by `shardflow man`.\n.TH SHARDFLOW 1 \"\" \"shardflow {}\"\n",
      Version());
  out += kIntroduction;
  for (const Command& command : commands) {
    if (!command.hidden) out += CommandText(command);
  }
  out +=
      ".SH PASSES\nPasses and pipelines of\n.BR \"shardflow opt\" ,\n"
      "with the defaults of their options.\n";
  for (const PassInfo& pass : Passes()) {
    out +=
        ".TP\n.B " + Roff("-" + pass.name) + "\n" + Roff(pass.summary) + ".\n";
    for (const PassOption& option : pass.options) {
      out += ".br\n.B " + Roff(option.name + "=" + option.default_value) +
             "\n" + Roff(option.help) + "\n";
    }
  }
  return out + std::string(kEnd);
}

Command MakeManCommand() {
  auto flags = std::make_shared<FileFlags>();
  Command command;
  command.name = "man";
  command.summary = "Print the manual page";
  command.options = {
      OutputOption(*flags),
      QuietOption(*flags, "Has no effect, because there are no warnings.")};
  command.examples = {"shardflow man | grep '^.SH'"};
  command.hidden = true;
  command.run = [flags](Environment& env) {
    Output output(flags->output, env.out, env.temporaries);
    output.Append(ManText(MakeCommands()));
    return Finish(output, ExitCode::kOk, env);
  };
  return command;
}

Command MakeCompletionCommand() {
  auto flags = std::make_shared<CompletionFlags>();
  Command command;
  command.name = "completion";
  command.summary = "Print a shell completion script";
  command.description =
      "For bash, zsh or fish. Installing shardflow also installs these "
      "scripts.";
  Option shell = Choice("SHELL", {"bash", "zsh", "fish"},
                        "The shell: bash, zsh or fish.", &flags->shell);
  shell.required = true;
  command.operands = {std::move(shell)};
  command.options = {
      OutputOption(*flags),
      QuietOption(*flags, "Has no effect, because there are no warnings.")};
  command.examples = {"source <(shardflow completion bash); echo done"};
  command.run = [flags](Environment& env) {
    const std::vector<Command> commands = MakeCommands();
    Output output(flags->output, env.out, env.temporaries);
    output.Append(flags->shell == "bash"  ? BashCompletion(commands)
                  : flags->shell == "zsh" ? ZshCompletion(commands)
                                          : FishCompletion(commands));
    return Finish(output, ExitCode::kOk, env);
  };
  return command;
}

}  // namespace shardflow
