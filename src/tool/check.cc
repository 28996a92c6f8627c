#include "tool/check.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "shardflow/names.h"
#include "shardflow/program.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/partition_spec.h"
#include "tool/progress.h"

namespace shardflow {
namespace {

using Json = nlohmann::ordered_json;

struct CheckFlags : FileFlags {
  std::vector<std::string> expect;
  std::vector<std::string> expect_files;
};

struct Expectation {
  std::string text;  // as it was written
  std::string pattern;
  PartitionSpec spec;
};

// An argument or a result of @main, propagated.
struct Border {
  std::string name;   // "argument 3 params['w']"
  std::string place;  // "arg/3", "result/0": what it is called without a label
  std::string label;
  std::string type;
  PartitionSpec spec;
};

struct Finding {
  std::string expectation;
  std::string name;  // empty: nothing is called so
  std::string has;   // P(...)
  std::string wants;
};

// "params/*/w=P('x')": up to the first = that a P follows.
bool ParseExpectation(std::string_view text, std::vector<Expectation>& list,
                      std::string& error) {
  const size_t at = text.find("=P");
  if (at == std::string_view::npos || at == 0) {
    error = fmt::format(
        "'{}' is no expectation: NAME=P(...) is, as in params/*/w=P('x', None)",
        text);
    return false;
  }
  Expectation expectation;
  expectation.text = text;
  expectation.pattern = text.substr(0, at);
  while (expectation.pattern.ends_with(' ')) expectation.pattern.pop_back();
  std::optional<PartitionSpec> spec =
      ParsePartitionSpec(text.substr(at + 1), error);
  if (!spec) {
    error = fmt::format("'{}': {}", text, error);
    return false;
  }
  expectation.spec = std::move(*spec);
  list.push_back(std::move(expectation));
  return true;
}

// A line an expectation; empty lines and those that begin with # are none.
bool ReadExpectations(const std::string& path, std::istream& in,
                      std::vector<Expectation>& list, std::string& error) {
  Message failure;
  const std::optional<InputText> input = ReadInput(path, in, failure);
  if (!input) {
    error = std::move(failure.text);
    return false;
  }
  std::string_view rest = input->text.view();
  for (int line = 1; !rest.empty(); ++line) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    while (!text.empty() && (text.back() == '\r' || text.back() == ' ')) {
      text.remove_suffix(1);
    }
    const size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos || text[begin] == '#') continue;
    if (!ParseExpectation(text.substr(begin), list, error)) {
      error = fmt::format("{}:{}: {}", input->name, line, error);
      return false;
    }
  }
  return true;
}

void AddBorder(const std::vector<TensorInfo>& tensors, std::string_view what,
               std::string_view place, std::vector<Border>& borders) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorInfo& tensor = tensors[i];
    Border& border = borders.emplace_back();
    border.name = fmt::format("{} {}", what, i);
    if (!tensor.label.empty()) border.name += " " + tensor.label;
    border.place = fmt::format("{}/{}", place, i);
    border.label = tensor.label;
    border.type = tensor.type;
    border.spec = SpecOfSharding(tensor.sharding);
  }
}

std::vector<Border> BordersOf(const Program& program) {
  std::vector<Border> borders;
  const std::vector<FunctionInfo> functions = program.Functions();
  for (const FunctionInfo& function : functions) {
    if (function.name != "main" && functions.size() > 1) continue;
    AddBorder(function.arguments, "argument", "arg", borders);
    AddBorder(function.results, "result", "res", borders);
  }
  return borders;
}

std::vector<Finding> Compare(const std::vector<Expectation>& expectations,
                             const std::vector<Border>& borders,
                             size_t& compared) {
  std::vector<Finding> findings;
  for (const Expectation& expectation : expectations) {
    bool any = false;
    for (const Border& border : borders) {
      if (expectation.pattern != border.place &&
          (border.label.empty() ||
           !MatchesLabel(expectation.pattern, border.label))) {
        continue;
      }
      any = true;
      ++compared;
      if (SameSpec(expectation.spec, border.spec)) continue;
      const size_t rank = std::max(expectation.spec.size(), border.spec.size());
      findings.push_back(
          {expectation.text, fmt::format("{} : {}", border.name, border.type),
           SpecText(border.spec, rank), SpecText(expectation.spec, rank)});
    }
    if (!any) findings.push_back({expectation.text, "", "", ""});
  }
  return findings;
}

std::string FindingsText(const std::vector<Finding>& findings,
                         size_t expectations, size_t compared) {
  std::string out;
  for (const Finding& finding : findings) {
    if (finding.name.empty()) {
      out += fmt::format("{}: no argument or result is called so\n",
                         finding.expectation);
    } else {
      out += fmt::format("{}\n  is {}, and has to be {}\n", finding.name,
                         finding.has, finding.wants);
    }
  }
  out += fmt::format("{} expectations, {} tensors compared, {} wrong\n",
                     expectations, compared, findings.size());
  return out;
}

std::string FindingsJson(const std::vector<Finding>& findings,
                         size_t expectations, size_t compared) {
  Json list = Json::array();
  for (const Finding& finding : findings) {
    Json row = {{"expectation", finding.expectation}};
    if (!finding.name.empty()) {
      row["tensor"] = finding.name;
      row["is"] = finding.has;
      row["expected"] = finding.wants;
    }
    list.push_back(std::move(row));
  }
  const Json json = {{"format", "shardflow-check"},
                     {"version", 1},
                     {"expectations", expectations},
                     {"compared", compared},
                     {"findings", list}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Program> Propagated(const CheckFlags& flags, InputText input,
                                  const OpRegistry& registry,
                                  Environment& env) {
  std::vector<Message> messages;
  ReadOptions read;
  read.allow_unregistered_dialect = !flags.rules.empty();
  RunOptions run;
  run.compat = flags.compat_mode();
  run.registry = &registry;
  run.extra_rules = flags.extra_rules;
  const Progress progress(env, flags.quiet, "propagating " + input.name);
  std::optional<Program> program = Program::Read(
      std::move(input.name), std::move(input.text), read, messages);
  const bool ok =
      program &&
      program->Run(flags.jax ? "xla-import-pipeline" : "xla-require-shardy", "",
                   run, messages) &&
      program->Run("sdy-propagation-pipeline", "", run, messages);
  PrintMessages(env, messages, flags.quiet);
  if (!ok) return std::nullopt;
  return program;
}

ExitCode RunCheck(const CheckFlags& flags, Environment& env) {
  std::vector<Expectation> expectations;
  std::string error;
  for (const std::string& text : flags.expect) {
    if (!ParseExpectation(text, expectations, error)) {
      return UsageError(env, "check", error);
    }
  }
  for (const std::string& path : flags.expect_files) {
    if (!ReadExpectations(path, env.in, expectations, error)) {
      Complain(env, error);
      return ExitCode::kBadInput;
    }
  }
  if (expectations.empty()) {
    return UsageError(env, "check", "nothing is expected: give --expect");
  }
  return RunOnFile(
      flags, env,
      [&](InputText input, const OpRegistry& registry, Output& output) {
        const std::optional<Program> program =
            Propagated(flags, std::move(input), registry, env);
        if (!program) return ExitCode::kBadInput;
        size_t compared = 0;
        const std::vector<Finding> findings =
            Compare(expectations, BordersOf(*program), compared);
        output.Append(
            flags.format == "json"
                ? FindingsJson(findings, expectations.size(), compared)
                : FindingsText(findings, expectations.size(), compared));
        return findings.empty() ? ExitCode::kOk : ExitCode::kFindings;
      });
}

}  // namespace

Command MakeCheckCommand() {
  auto flags = std::make_shared<CheckFlags>();
  Command command;
  command.name = "check";
  command.summary = "Check that tensors are sharded as expected, for CI";
  command.description =
      "Propagates the program and compares arguments and results of @main with "
      "what is expected of them; ends with 1 if one is sharded in another way, "
      "or if there is none of the name (docs/check.md).";
  command.operands = {InputOperand(*flags)};
  Option expect = Text("--expect", "NAME=SPEC",
                       "What is expected: \"params/*/w=P('x', None)\". NAME is "
                       "a name in JAX, in either spelling, * for anything in a "
                       "step, or arg/0, res/0. May be given several times.",
                       nullptr);
  expect.repeated = true;
  expect.set = [flags](const std::string& text) {
    flags->expect.push_back(text);
    return std::string();
  };
  command.options = {
      expect,
      Files("--expect-file",
            "A file with an expectation a line; # begins a comment. May be "
            "given several times.",
            &flags->expect_files),
      Choice("--format", {"text", "json"}, "text (default), or JSON.",
             &flags->format),
      OutputOption(*flags),
      QuietOption(*flags, "No warnings."),
      CompatOption(*flags),
  };
  AddOptions(command, RulesOptions(*flags));
  command.options.push_back(JaxOption(*flags));
  command.examples = {
      "shardflow check examples/mlp_train_step.mlir --expect "
      "\"result/0/*/w_in=P(None, 'model')\""};
  command.run = [flags](Environment& env) { return RunCheck(*flags, env); };
  return command;
}

}  // namespace shardflow
