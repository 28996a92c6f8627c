#include "tool/commands.h"

#include <memory>
#include <string>
#include <utility>

#include "tool/auto.h"
#include "tool/bench.h"
#include "tool/check.h"
#include "tool/comms.h"
#include "tool/convert.h"
#include "tool/cost.h"
#include "tool/diff.h"
#include "tool/explain.h"
#include "tool/gspmd.h"
#include "tool/lint.h"
#include "tool/manual.h"
#include "tool/opt.h"
#include "tool/partition.h"
#include "tool/passes.h"
#include "tool/propagate.h"
#include "tool/report.h"
#include "tool/reshard.h"
#include "tool/rules.h"
#include "tool/serve.h"
#include "tool/show.h"
#include "tool/validate.h"

namespace shardflow {
namespace {

// Adds `--color` to a command, unless it parses its arguments itself.
void AddColor(Command& command) {
  if (!command.run) return;
  auto when = std::make_shared<std::string>();
  command.options.push_back(Choice(
      "--color", {"auto", "always", "never"},
      "Colours: on a terminal unless NO_COLOR is set (auto, the default), "
      "always, or never.",
      when.get()));
  command.run = [when, run = std::move(command.run)](Environment& env) {
    SetColor(*when, env.terminal);
    return run(env);
  };
}

}  // namespace

std::vector<Command> MakeCommands() {
  std::vector<Command> commands;
  commands.push_back(MakePropagateCommand());
  commands.push_back(MakeShowCommand());
  commands.push_back(MakeReportCommand());
  commands.push_back(MakeExplainCommand());
  commands.push_back(MakeCheckCommand());
  commands.push_back(MakeCommsCommand());
  commands.push_back(MakeDiffCommand());
  commands.push_back(MakeValidateCommand());
  commands.push_back(MakeRulesCommand());
  commands.push_back(MakeConvertCommand());
  commands.push_back(MakeOptCommand());
  commands.push_back(MakePartitionCommand());
  commands.push_back(MakeReshardCommand());
  commands.push_back(MakeAutoCommand());
  commands.push_back(MakeCostCommand());
  commands.push_back(MakeLintCommand());
  commands.push_back(MakeGspmdCommand());
  commands.push_back(MakeServeCommand());
  commands.push_back(MakePassesCommand());
  commands.push_back(MakeBenchCommand());
  commands.push_back(MakeCompletionCommand());
  commands.push_back(MakeManCommand());
  for (Command& command : commands) AddColor(command);
  return commands;
}

}  // namespace shardflow
