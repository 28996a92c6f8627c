#include <algorithm>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "shardflow/passes.h"
#include "tool/manual.h"

namespace shardflow {
namespace {

// The command whose flags include the passes.
constexpr std::string_view kPassCommand = "opt";

// Quotes `text` with single quotes for a shell.
std::string ShellQuoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c == '\n' ? ' ' : c;
    }
  }
  return out + "'";
}

// Returns the text before the first period, because menus are narrow.
std::string FirstSentence(const std::string& help) {
  return help.substr(0, help.find(". "));
}

bool TakesValue(const Option& option) { return !option.value.empty(); }

// --- bash

void AppendBashCommand(const Command& command, std::string& out) {
  std::string words = "-h --help";
  std::string cases;
  for (const Option& option : command.options) {
    for (const std::string& name : NamesOf(option)) words += " " + name;
    if (!TakesValue(option)) continue;
    // If there are no choices, the shell completes file names.
    if (option.choices.empty()) continue;
    cases += fmt::format(
        "        {}) COMPREPLY=($(compgen -W \"{}\" -- \"$cur\")); return;;\n",
        fmt::join(NamesOf(option), "|"), fmt::join(option.choices, " "));
  }
  if (command.name == kPassCommand) {
    for (const PassInfo& pass : Passes()) words += " -" + pass.name;
  }
  out += fmt::format("    {})\n", command.name);
  if (!cases.empty()) {
    out += "      case $prev in\n" + cases + "      esac\n";
  }
  out += fmt::format("      options=\"{}\"\n", words);
  if (!command.operands.empty() && !command.operands[0].choices.empty()) {
    out += fmt::format("      first=\"{}\"\n",
                       fmt::join(command.operands[0].choices, " "));
  }
  out += "      ;;\n";
}

// --- zsh

// Escapes text for a single-quoted argument of zsh's _arguments.
std::string ZshText(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
}

std::string ZshAction(const Option& option) {
  if (!option.choices.empty()) {
    return fmt::format("({})", fmt::join(option.choices, " "));
  }
  return option.kind == ValueKind::kFile     ? "_files"
         : option.kind == ValueKind::kFolder ? "_files -/"
                                             : " ";
}

std::string ZshOption(const Option& option) {
  const std::vector<std::string> names = NamesOf(option);
  const std::string help = ZshText(FirstSentence(option.help));
  const std::string value =
      TakesValue(option)
          ? fmt::format(":{}:{}", ZshText(option.value), ZshAction(option))
          : "";
  std::string out;
  for (const std::string& name : names) {
    const std::string once =
        option.repeated ? "*" : fmt::format("({})", fmt::join(names, " "));
    // `--name=value` means the same as `--name value`.
    const char* const equals =
        TakesValue(option) && name.starts_with("--") ? "=" : "";
    out += fmt::format("        '{}{}{}[{}]{}' \\\n", once, name, equals, help,
                       value);
  }
  return out;
}

void AppendZshCommand(const Command& command, std::string& out) {
  out += fmt::format("    {})\n      _arguments \\\n", command.name);
  for (const Option& option : command.options) out += ZshOption(option);
  if (command.name == kPassCommand) {
    for (const PassInfo& pass : Passes()) {
      out += fmt::format("        '*-{}=-[{}]:options: ' \\\n", pass.name,
                         ZshText(FirstSentence(pass.summary)));
    }
  }
  out += "        '(-h --help)'{-h,--help}'[Print the help]'";
  for (size_t i = 0; i < command.operands.size(); ++i) {
    const Option& operand = command.operands[i];
    const std::string place = operand.repeated ? "*" : std::to_string(i + 1);
    out += fmt::format(" \\\n        '{}:{}:{}'", place, ZshText(operand.names),
                       ZshAction(operand));
  }
  out += "\n      ;;\n";
}

// --- fish

std::string FishOption(const std::string& condition, const Option& option) {
  std::string line = "complete -c shardflow -n " + condition;
  for (const std::string& name : NamesOf(option)) {
    if (name.starts_with("--")) {
      line += " -l " + name.substr(2);
    } else {
      line += " -s " + name.substr(1);
    }
  }
  if (!option.choices.empty()) {
    line += fmt::format(" -xa '{}'", fmt::join(option.choices, " "));
  } else if (option.kind == ValueKind::kFile ||
             option.kind == ValueKind::kFolder) {
    line += " -rF";
  } else if (TakesValue(option)) {
    line += " -x";
  }
  return line + " -d " + ShellQuoted(FirstSentence(option.help)) + "\n";
}

}  // namespace

std::string BashCompletion(std::span<const Command> commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    names += command.name + " ";
    AppendBashCommand(command, cases);
  }
  // ${COMP_WORDS[1]} is the command. bash splits --name=value into three words:
  // the name, "=", the value.
  return fmt::format(R"(# Made by `shardflow completion bash`.
_shardflow() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  local options="" first=""
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "{}--help --version" -- "$cur"))
    return
  fi
  if [[ $cur == = ]]; then
    cur=""
  elif [[ $prev == = && $COMP_CWORD -gt 2 ]]; then
    prev=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  elif [[ -n $first && $COMP_CWORD -eq 2 ]]; then
    COMPREPLY=($(compgen -W "$first" -- "$cur"))
  fi
}}
complete -o bashdefault -o default -F _shardflow shardflow
)",
                     names, cases);
}

std::string ZshCompletion(std::span<const Command> commands) {
  std::string names, cases;
  for (const Command& command : commands) {
    if (command.hidden) continue;
    names += "    " + ShellQuoted(command.name + ":" + command.summary) + "\n";
    AppendZshCommand(command, cases);
  }
  return fmt::format(R"(#compdef shardflow
# Made by `shardflow completion zsh`.
_shardflow() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
_shardflow "$@"
)",
                     names, cases);
}

std::string FishCompletion(std::span<const Command> commands) {
  std::string out =
      "# Made by `shardflow completion fish`.\n"
      "complete -c shardflow -n __fish_use_subcommand -f\n"
      "complete -c shardflow -n __fish_use_subcommand -l version -d 'Print the "
      "version'\n"
      "complete -c shardflow -s h -l help -d 'Print the help'\n";
  for (const Command& command : commands) {
    if (command.hidden) continue;
    out += fmt::format(
        "complete -c shardflow -n __fish_use_subcommand -a {} -d {}\n",
        command.name, ShellQuoted(command.summary));
    const std::string condition =
        fmt::format("'__fish_seen_subcommand_from {}'", command.name);
    for (const Option& option : command.options) {
      out += FishOption(condition, option);
    }
    for (const Option& operand : command.operands) {
      if (operand.choices.empty()) continue;
      out += fmt::format("complete -c shardflow -n {} -a '{}'\n", condition,
                         fmt::join(operand.choices, " "));
    }
    if (command.name != kPassCommand) continue;
    for (const PassInfo& pass : Passes()) {
      out += fmt::format("complete -c shardflow -n {} -o {} -d {}\n", condition,
                         pass.name, ShellQuoted(FirstSentence(pass.summary)));
    }
  }
  return out;
}

}  // namespace shardflow
