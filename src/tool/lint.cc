#include "shardflow/lint.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "shardflow/names.h"
#include "tool/file_command.h"
#include "tool/lint.h"
#include "tool/progress.h"
#include "tool/question.h"

namespace shardflow {
namespace {

struct LintFlags : FileFlags {
  LintOptions options;
  std::string level;
};

// Splits text at commas, and drops blanks and empty parts.
std::vector<std::string> Split(const std::string& text) {
  std::vector<std::string> parts;
  size_t begin = 0;
  while (begin < text.size()) {
    const size_t end = std::min(text.find(',', begin), text.size());
    std::string_view part = std::string_view(text).substr(begin, end - begin);
    part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
    part = part.substr(0, part.find_last_not_of(' ') + 1);
    if (!part.empty()) parts.emplace_back(part);
    begin = end + 1;
  }
  return parts;
}

// Makes the paths of files below the current folder relative if the input's
// path is: SARIF is read on another machine, or in another clone.
void MakeRelative(const std::string& input,
                  std::vector<LintFinding>& findings) {
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  if (error || input == "-" || std::filesystem::path(input).is_absolute()) {
    return;
  }
  const std::string folder = (here / "").string();
  for (LintFinding& finding : findings) {
    if (finding.place.file.starts_with(folder)) {
      finding.place.file.erase(0, folder.size());
    }
  }
}

// Returns an error message if a part of `--allow` has no known code, otherwise
// "".
std::string WrongCode(const std::vector<std::string>& allow) {
  std::vector<std::string> known;
  for (const LintCode& row : LintCodes()) known.emplace_back(row.code);
  for (const std::string& part : allow) {
    const std::string code = part.substr(0, part.find('@'));
    if (std::find(known.begin(), known.end(), code) != known.end()) continue;
    const std::string hint = DidYouMean(code, known);
    return fmt::format(
        "unknown code '{}'{}", code,
        hint.empty() ? fmt::format("; the codes are {}", fmt::join(known, ", "))
                     : hint);
  }
  return "";
}

ExitCode RunLint(const LintFlags& flags, Environment& env) {
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        std::vector<Message> messages;
        LintOptions options = flags.options;
        options.run = RunOptionsOf(flags, registry);
        options.propagate = !flags.as_is;
        options.plain_shardy = !options.run.jax;
        std::optional<std::vector<LintFinding>> findings;
        {
          const Progress progress(env, flags.quiet, "linting " + input.name);
          const std::optional<Program> program =
              ReadProgram(flags, std::move(input), messages);
          if (program) findings = Lint(*program, options, messages);
        }
        PrintMessages(env, messages, flags.quiet);
        if (!findings) return ExitCodeOf(messages);
        if (flags.level == "warning") {
          findings->erase(std::remove_if(findings->begin(), findings->end(),
                                         [](const LintFinding& finding) {
                                           return finding.level ==
                                                  LintLevel::kNote;
                                         }),
                          findings->end());
        }
        if (flags.format == "json") {
          output.Append(LintJson(*findings));
        } else if (flags.format == "sarif") {
          MakeRelative(flags.input, *findings);
          output.Append(LintSarif(*findings));
        } else {
          output.Append(FitLines(LintText(*findings), TerminalOf(flags, env)));
        }
        const bool warns = std::any_of(
            findings->begin(), findings->end(), [](const LintFinding& finding) {
              return finding.level == LintLevel::kWarning;
            });
        return warns ? ExitCode::kFindings : ExitCode::kOk;
      });
}

// Returns "conflicting-annotations (warning), large-constant (note), ...".
std::string CodesText() {
  std::string text;
  for (const LintCode& row : LintCodes()) {
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", row.code,
                        row.level == LintLevel::kNote ? "note" : "warning");
  }
  return text;
}

}  // namespace

Command MakeLintCommand() {
  auto flags = std::make_shared<LintFlags>();
  Command command;
  command.name = "lint";
  command.summary = "Find likely mistakes in a program's shardings, for CI";
  command.description =
      "Propagates the program and partitions it as XLA does. Exits with 1 if "
      "there is a warning; notes alone don't count. The codes, with examples "
      "in docs/lint.md: " +
      CodesText() + ".";
  command.operands = {InputOperand(*flags)};
  Option allow =
      Text("--allow", "CODES",
           "Findings to ignore, as codes separated by commas. CODE@PLACE "
           "ignores a code only there: unused-axis@step.mlir:9, "
           "full-rematerialization@step.py, large-replicated@params/**.",
           nullptr);
  allow.set = [flags](const std::string& text) {
    flags->options.allow = Split(text);
    return WrongCode(flags->options.allow);
  };
  command.options = {
      std::move(allow),
      Choice("--level", {"note", "warning"},
             "Report notes and warnings (default), or only warnings.",
             &flags->level),
      Bytes("--large",
            "The size from which a replicated tensor counts as large (default: "
            "64MiB).",
            &flags->options.large, 1),
      Choice(
          "--format", {"text", "json", "sarif"},
          "text (default), JSON (schemas/lint-1.schema.json), or SARIF 2.1.0 "
          "for code hosts.",
          &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings from passes."),
  };
  AddOptions(command, QuestionOptions(*flags, AsIs::kYes, AboutXla::kYes));
  command.examples = {
      "shardflow lint examples/mlp_train_step.mlir",
      "shardflow lint --allow large-replicated,unused-axis --format sarif "
      "examples/mlp_train_step.mlir"};
  command.run = [flags](Environment& env) { return RunLint(*flags, env); };
  return command;
}

}  // namespace shardflow
