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
#include "shardflow/passes.h"
#include "shardflow/program.h"
#include "shardflow/spec.h"
#include "tool/file_command.h"
#include "tool/files.h"
#include "tool/named_spec.h"
#include "tool/progress.h"
#include "tool/what_if.h"

namespace shardflow {
namespace {

using Json = nlohmann::ordered_json;

struct CheckFlags : FileFlags {
  std::vector<std::string> expect;
  std::vector<std::string> expect_files;
};

// An argument or a result of @main, propagated.
struct Border {
  std::string name;   // "argument 3 params['w']"
  std::string place;  // "arg/3", "result/0": what it is called without a label
  std::string label;
  std::string type;
  ShardingInfo spec;
};

struct Finding {
  std::string expectation;
  std::string name;  // empty: nothing is called so
  std::string has;   // P(...)
  std::string wants;
};

bool ParseExpectation(std::string_view text, std::vector<NamedSpec>& list,
                      std::string& error) {
  return ParseNamedSpec(text, list.emplace_back(), error);
}

// A line an expectation; empty lines and those that begin with # are none.
bool ReadExpectations(const std::string& path, std::istream& in,
                      std::vector<NamedSpec>& list, std::string& error) {
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

// No sharding is one without axes.
ShardingInfo SpecOf(const TensorInfo& tensor) {
  if (tensor.sharding.empty()) return {};
  std::vector<Message> ignored;
  return ParseSharding(tensor.sharding, ignored).value_or(ShardingInfo());
}

// With as many dimensions as both have.
std::string SpecTextOf(ShardingInfo spec, size_t rank) {
  spec.dims.resize(std::max(rank, spec.dims.size()));
  return SpecText(spec);
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
    border.spec = SpecOf(tensor);
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

std::vector<Finding> Compare(const std::vector<NamedSpec>& expectations,
                             const std::vector<Border>& borders,
                             size_t& compared) {
  std::vector<Finding> findings;
  for (const NamedSpec& expectation : expectations) {
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
      const size_t rank =
          std::max(expectation.spec.dims.size(), border.spec.dims.size());
      findings.push_back({expectation.text,
                          fmt::format("{} : {}", border.name, border.type),
                          SpecTextOf(border.spec, rank),
                          SpecTextOf(expectation.spec, rank)});
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
  const RunOptions run = RunOptionsOf(flags, registry);
  const Progress progress(env, flags.quiet, "propagating " + input.name);
  std::optional<Program> program =
      ReadProgram(flags, std::move(input), messages);
  const bool ok =
      program && Propagate(*program, {.run = run}, messages);
  PrintMessages(env, messages, flags.quiet);
  if (!ok) return std::nullopt;
  return program;
}

ExitCode RunCheck(const CheckFlags& flags, Environment& env) {
  std::vector<NamedSpec> expectations;
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
  command.options.push_back(SetOption(*flags));
  command.examples = {
      "shardflow check examples/mlp_train_step.mlir --expect "
      "\"result/0/*/w_in=P(None, 'model')\""};
  command.run = [flags](Environment& env) { return RunCheck(*flags, env); };
  return command;
}

}  // namespace shardflow
