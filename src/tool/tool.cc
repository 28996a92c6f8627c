#include "tool/tool.h"

#include <optional>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "shardflow/version.h"
#include "tool/explain.h"
#include "tool/files.h"
#include "tool/gspmd.h"
#include "tool/gspmd_flags.h"
#include "tool/opt.h"
#include "tool/opt_flags.h"
#include "tool/propagate.h"
#include "tool/reshard.h"

namespace shardflow {
namespace {

// A command that reads one program and writes another. On the command line:
// FILE|- [-o FILE].
struct FileCommand {
  std::string input;
  std::string output = "-";
};

CLI::App* AddFileCommand(CLI::App& app, const std::string& name,
                         const std::string& help, FileCommand& command) {
  CLI::App* added = app.add_subcommand(name, help);
  added->add_option("FILE", command.input, "The program, - for standard input")
      ->required();
  added->add_option("-o,--output", command.output,
                    "Where to write, - (default) for standard output");
  return added;
}

// Reads, runs and, on success, keeps what was written. `run` is (InputText,
// const OpRegistry& with the rules of the files `rules`, Output&) -> ExitCode.
template <typename Run>
ExitCode RunOnFile(const FileCommand& command,
                   const std::vector<std::string>& rules, std::istream& in,
                   std::ostream& out, std::ostream& err, const Run& run) {
  OpRegistry registry;
  if (!ReadRuleFiles(rules, in, registry, err)) return ExitCode::kBadInput;
  std::string error;
  std::optional<InputText> input = ReadInput(command.input, in, error);
  if (!input.has_value()) {
    err << "shardflow: " << error << '\n';
    return ExitCode::kBadInput;
  }
  Output output(command.output, out);
  const ExitCode code = run(std::move(*input), registry, output);
  if (code != ExitCode::kOk) return code;
  if (!output.Commit(error)) {
    err << "shardflow: " << error << '\n';
    return ExitCode::kInternal;
  }
  return ExitCode::kOk;
}

void AddCompatOption(CLI::App& command, std::string& compat) {
  command
      .add_option("--compat", compat,
                  "Whose answers to give where versions of Shardy differ: "
                  "shardy-2026-08 (default) or jaxlib-0.12")
      ->check(CLI::IsMember({"shardy-2026-08", "jaxlib-0.12"}));
}

void AddRulesOptions(CLI::App& command, std::vector<std::string>& rules,
                     bool& extra_rules) {
  command
      .add_option("--rules", rules,
                  "A file of sharding rules for ops and custom calls of your "
                  "own; ops of unknown dialects are then accepted")
      ->allow_extra_args(false);
  command.add_flag(
      "--extra-rules", extra_rules,
      "Also use sharding rules of ops for which Shardy has none: chlo");
}

CLI::App* AddExplainCommand(CLI::App& app, FileCommand& files,
                            ExplainFlags& flags, std::string& compat) {
  CLI::App* const command = AddFileCommand(
      app, "explain",
      "Explain the sharding of a value: where each of its axes is from, and "
      "what kept other axes away",
      files);
  CLI::Option_group* const asked =
      command->add_option_group("what", "What to explain; one of");
  asked->add_option("--value", flags.request.value,
                    "A value, as FILE names it: %5, %5#1, %arg0");
  asked
      ->add_option("--arg", flags.request.argument, "An argument by its number")
      ->check(CLI::NonNegativeNumber);
  asked
      ->add_option("--result", flags.request.result,
                   "A result of the function by its number")
      ->check(CLI::NonNegativeNumber);
  asked->require_option(1);
  command->add_option("--func", flags.request.function,
                      "The function (default: @main, or the only one that has "
                      "the value)");
  command
      ->add_option("--line", flags.request.line,
                   "Of several values of one name, the one on this line")
      ->check(CLI::PositiveNumber);
  command->add_flag("--conservative", flags.request.conservative,
                    "Propagate conservatively (conservative-propagation)");
  command
      ->add_option_function<std::string>(
          "--format",
          [&flags](const std::string& format) {
            flags.json = format == "json";
          },
          "text (default) or json, which docs/explain.md describes")
      ->check(CLI::IsMember({"text", "json"}));
  AddCompatOption(*command, compat);
  AddRulesOptions(*command, flags.rules, flags.request.extra_rules);
  command->footer("Example: shardflow explain step.mlir --value %12");
  return command;
}

constexpr std::string_view kOptHelp =
    "Run single passes, with the command line of mlir-opt";

// `opt` takes any word with a dash as a pass, which no argument parser of the
// common kind does; so it reads its flags itself.
ExitCode RunOptCommand(std::span<const std::string> args, std::istream& in,
                       std::ostream& out, std::ostream& err) {
  std::string error;
  const std::optional<OptFlags> flags = ParseOptFlags(args, error);
  if (!flags.has_value()) {
    err << "shardflow: opt: " << error << '\n';
    return ExitCode::kFindings;
  }
  if (flags->help) {
    out << OptFlagsHelp();
    return ExitCode::kOk;
  }
  const FileCommand files{.input = flags->input, .output = flags->output};
  const ExitCode code = RunOnFile(
      files, flags->rules, in, out, err,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        return RunOpt(*flags, std::move(input), registry, output, err)
                   ? ExitCode::kOk
                   : ExitCode::kFindings;
      });
  return code == ExitCode::kOk ? code : ExitCode::kFindings;
}

// Shardings begin with '[' and '{', which CLI11 takes for lists.
ExitCode RunGspmdCommand(std::span<const std::string> args, std::istream& in,
                         std::ostream& out, std::ostream& err) {
  std::string error;
  const std::optional<GspmdFlags> flags = ParseGspmdFlags(args, error);
  if (!flags.has_value()) {
    err << "shardflow: gspmd: " << error << "\nRun with --help for more.\n";
    return ExitCode::kUsage;
  }
  if (flags->help) {
    out << GspmdFlagsHelp();
    return ExitCode::kOk;
  }
  std::string output;
  const ExitCode code = RunGspmd(*flags, in, output, err);
  if (code != ExitCode::kOk) return code;
  if (!WriteOutput(flags->output, output, out, error)) {
    err << "shardflow: " << error << '\n';
    return ExitCode::kInternal;
  }
  return ExitCode::kOk;
}

ExitCode Run(std::span<const std::string> args, std::istream& in,
             std::ostream& out, std::ostream& err) {
  if (!args.empty() && args.front() == "opt") {
    return RunOptCommand(args.subspan(1), in, out, err);
  }

  if (!args.empty() && args.front() == "gspmd") {
    return RunGspmdCommand(args.subspan(1), in, out, err);
  }

  if (!args.empty() && args.front() == "reshard") {
    return RunReshardCommand(args.subspan(1), out, err);
  }

  CLI::App app("Sharding propagation for tensor programs.", "shardflow");
  app.set_version_flag("--version", "shardflow " + std::string(Version()));
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 success, 1 findings, 2 wrong command line, 3 bad input, "
      "4 internal error.");

  FileCommand propagate;
  PropagateFlags propagate_flags;
  std::string compat;
  CLI::App* propagate_command = AddFileCommand(
      app, "propagate", "Propagate the shardings through a program", propagate);
  propagate_command->add_flag("-q,--quiet", propagate_flags.quiet,
                              "No table of shardings and times on stderr");
  AddCompatOption(*propagate_command, compat);
  AddRulesOptions(*propagate_command, propagate_flags.rules,
                  propagate_flags.extra_rules);
  FileCommand explain;
  ExplainFlags explain_flags;
  CLI::App* explain_command =
      AddExplainCommand(app, explain, explain_flags, compat);
  app.add_subcommand("opt", std::string(kOptHelp));
  app.add_subcommand("reshard",
                     "Plan how a tensor gets from one sharding to another");
  app.add_subcommand("gspmd",
                     "Convert between GSPMD's shardings (HloSharding) and "
                     "Shardy's");

  const auto is_named = [&](const CLI::App* command) {
    return command->get_name() == args.front();
  };
  if (!args.empty() && !args.front().starts_with('-') &&
      app.get_subcommands(is_named).empty()) {
    err << "shardflow: unknown command '" << args.front()
        << "'\nRun with --help for more.\n";
    return ExitCode::kUsage;
  }
  // CLI11 takes the words last one first, and throws. Nothing leaves here.
  try {
    app.parse(std::vector<std::string>(args.rbegin(), args.rend()));
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version, out, err);
    return ExitCode::kOk;
  } catch (const CLI::ParseError& mistake) {
    err << "shardflow: " << mistake.what() << "\nRun with --help for more.\n";
    return ExitCode::kUsage;
  }

  if (propagate_command->parsed()) {
    propagate_flags.compat =
        ParseCompatMode(compat).value_or(propagate_flags.compat);
    return RunOnFile(
        propagate, propagate_flags.rules, in, out, err,
        [&](InputText input, const OpRegistry& registry, Output& output) {
          return RunPropagate(propagate_flags, std::move(input), registry,
                              output, err);
        });
  }
  if (explain_command->parsed()) {
    explain_flags.request.compat =
        ParseCompatMode(compat).value_or(explain_flags.request.compat);
    return RunOnFile(explain, explain_flags.rules, in, out, err,
                     [&](const InputText& input, const OpRegistry& registry,
                         Output& output) {
                       return RunExplain(explain_flags, input, registry, output,
                                         err);
                     });
  }
  return ExitCode::kInternal;
}

}  // namespace

int RunTool(std::span<const std::string> args, std::istream& in,
            std::ostream& out, std::ostream& err) {
  return static_cast<int>(Run(args, in, out, err));
}

}  // namespace shardflow
