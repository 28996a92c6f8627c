#include "tool/tool.h"

#include <new>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/names.h"
#include "shardflow/version.h"
#include "tool/commands.h"
#include "tool/file_command.h"
#include "tool/options.h"

namespace shardflow {
namespace {

ExitCode RunCommand(const Command& command, std::span<const std::string> words,
                    Environment& env) {
  if (command.run_words) return command.run_words(words, env);
  Message error;
  switch (ParseWords(command, words, error)) {
    case ParseOutcome::kError:
      return UsageError(env, command.name, error.text);
    case ParseOutcome::kHelp:
      return PrintText(env, HelpText(command, env.terminal.columns));
    case ParseOutcome::kRun:
      return command.run(env);
  }
  return ExitCode::kInternal;
}

ExitCode Run(std::span<const std::string> args, Environment& env) {
  const std::vector<Command> commands = MakeCommands();
  if (args.empty()) return UsageError(env, "", "a command is required");
  const std::string& name = args.front();
  if (name == "-h" || name == "--help") {
    return PrintText(env, HelpText(commands, env.terminal.columns));
  }
  if (name == "--version") {
    return PrintText(env, "shardflow " + std::string(Version()) + "\n");
  }
  for (const Command& command : commands) {
    if (command.name == name) return RunCommand(command, args.subspan(1), env);
  }
  const std::string_view kind =
      name.starts_with('-') ? "unknown flag '" : "unknown command '";
  std::vector<std::string> known;
  for (const Command& command : commands) known.push_back(command.name);
  return UsageError(env, "",
                    std::string(kind) + name + "'" + DidYouMean(name, known));
}

}  // namespace

int OutOfMemoryCode(std::string_view command) {
  return static_cast<int>(command == "opt" ? ExitCode::kFindings
                                           : ExitCode::kInternal);
}

// shardflow throws no exceptions. But the standard library does when memory
// runs out, unless a handler such as the one in process.cc ends the process.
// The stack is then unwound to this point, and Output removes its half-written
// file.
int RunTool(std::span<const std::string> args, Environment& env) {
  try {
    return static_cast<int>(Run(args, env));
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a size that can never be allocated
  }
  env.err << kOutOfMemory;
  return OutOfMemoryCode(args.empty() ? std::string_view()
                                      : std::string_view(args.front()));
}

int RunTool(std::span<const std::string> args, std::istream& in,
            std::ostream& out, std::ostream& err) {
  Environment env{in, out, err};
  return RunTool(args, env);
}

}  // namespace shardflow
