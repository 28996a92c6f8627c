// Makes changes to a program that must not change the answer: renaming values
// and axes, adding an uncalled function or an op whose result is unused, going
// through JSON, running without the memo, writing an axis of 4 devices as two
// axes of 2. (Axes keep their order: Shardy breaks one kind of tie by their
// names; see docs/differences.md.)

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/error.h"
#include "base/source.h"
#include "fuzz/bytes.h"
#include "fuzz/program.h"
#include "fuzz/targets.h"
#include "ir/module.h"
#include "json/read.h"
#include "json/write.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::fuzz {
namespace {

constexpr std::string_view kPipelines[] = {
    "sdy-propagation-pipeline",
    "sdy-user-priority-propagate",
    "sdy-basic-propagate",
};

std::optional<Module> Read(std::string_view text) {
  Diagnostics diagnostics;
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>("input", std::string(text)), {},
      diagnostics);
  if (m && !VerifyModule(*m, diagnostics)) return std::nullopt;
  return m;
}

// Returns the answer as text. On error, says only that there was an error,
// because the message may contain names, which differ.
std::string Answer(std::optional<Module> m, std::string_view pipeline,
                   bool is_jaxlib, bool memo) {
  if (!m) return "not valid";
  Diagnostics diagnostics;
  PassContext context(diagnostics);
  context.compat = is_jaxlib ? Compat::kJaxlib012 : Compat::kShardy202608;
  context.memo = memo;
  FollowContext(*m, context);
  if (!FindPass(pipeline)->run(*m, "", context)) return "an error";
  std::string text;
  PrintModule(*m, {}, text);
  return text;
}

// Returns `text` with each name after `mark` ("%" for values, "\"" for axes)
// replaced. `change` gets the name without the mark.
std::string Rename(std::string_view text, char mark,
                   const std::function<std::string(std::string_view)>& change) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] != mark) continue;
    size_t end = i + 1;
    while (end < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[end])) ||
            text[end] == '_')) {
      ++end;
    }
    out += change(text.substr(i + 1, end - i - 1));
    i = end - 1;
  }
  return out;
}

// Whether a mesh defines an axis with this name: `"x"=2`.
bool IsAxis(std::string_view text, std::string_view name) {
  return text.find(fmt::format("\"{}\"=", name)) != std::string_view::npos;
}

constexpr std::string_view kPrefix = "renamed_";

std::string WithOtherAxes(std::string_view text) {
  return Rename(text, '"', [&](std::string_view name) {
    return IsAxis(text, name) ? std::string(kPrefix) + std::string(name)
                              : std::string(name);
  });
}

std::string WithoutPrefix(std::string text) {
  const std::string marked = "\"" + std::string(kPrefix);
  for (size_t at = text.find(marked); at != std::string::npos;
       at = text.find(marked, at)) {
    text.erase(at + 1, kPrefix.size());
  }
  return text;
}

// Returns the name of an axis of size 4 that can be written as two axes of size
// 2: it must have this size in every definition, and only its halves may be in
// use.
std::string SplitableAxis(std::string_view text) {
  std::string found;
  Rename(text, '"', [&](std::string_view name) {
    const size_t end =
        static_cast<size_t>(name.data() - text.data()) + name.size() + 1;
    if (found.empty() && text.substr(std::min(end, text.size()), 2) == "=4") {
      found = name;
    }
    return std::string(name);
  });
  const std::string quoted = "\"" + found + "\"";
  for (size_t at = text.find(quoted); at != std::string_view::npos;
       at = text.find(quoted, at + 1)) {
    const std::string_view rest = text.substr(at + quoted.size());
    if (rest.starts_with("=")) {
      const bool is_four = rest.starts_with("=4") &&
                           (rest.size() == 2 || rest[2] < '0' || rest[2] > '9');
      if (!is_four) return {};
    } else if (rest.starts_with(":") && !rest.starts_with(":(1)2") &&
               !rest.starts_with(":(2)2")) {
      return {};
    }
  }
  return found;
}

// Applies the replacements {from, to} in order, each one everywhere.
std::string Replaced(
    std::string text,
    const std::vector<std::pair<std::string, std::string>>& changes) {
  for (const auto& change : changes) {
    for (size_t at = text.find(change.first); at != std::string::npos;
         at = text.find(change.first, at + change.second.size())) {
      text.replace(at, change.first.size(), change.second);
    }
  }
  return text;
}

// Writes "x" as "x-1" and "x-2"; WithJoinedAxis undoes this in the answer.
std::string WithSplitAxis(std::string_view text, std::string_view axis) {
  const auto names = [&](std::string_view form) {
    return fmt::format(fmt::runtime(form), fmt::arg("x", axis));
  };
  return Replaced(std::string(text),
                  {{names("\"{x}\"=4"), names("\"{x}-1\"=2, \"{x}-2\"=2")},
                   {names("\"{x}\":(1)2"), names("\"{x}-1\"")},
                   {names("\"{x}\":(2)2"), names("\"{x}-2\"")},
                   {names("\"{x}\""), names("\"{x}-1\", \"{x}-2\"")}});
}
std::string WithJoinedAxis(std::string text, std::string_view axis) {
  const auto names = [&](std::string_view form) {
    return fmt::format(fmt::runtime(form), fmt::arg("x", axis));
  };
  return Replaced(std::move(text),
                  {{names("\"{x}-1\"=2, \"{x}-2\"=2"), names("\"{x}\"=4")},
                   {names("\"{x}-1\", \"{x}-2\""), names("\"{x}\"")},
                   {names("\"{x}-1\""), names("\"{x}\":(1)2")},
                   {names("\"{x}-2\""), names("\"{x}\":(2)2")}});
}

// Adds a dead op without a sharding before the last line that ends a function.
std::string WithADeadOp(std::string_view text) {
  const size_t last = text.rfind("  return");
  if (last == std::string_view::npos) return std::string(text);
  return std::string(text.substr(0, last)) +
         "  %dead_ = stablehlo.iota dim = 0 : tensor<3xf32>\n" +
         std::string(text.substr(last));
}

std::optional<Module> ThroughJson(const Module& m) {
  std::string json;
  WriteModuleJson(m, {}, json);
  const auto source = std::make_shared<const SourceBuffer>("json", json);
  Error error;
  std::optional<Module> again =
      ReadModuleJson(source, ParseOptions{}, {}, error);
  if (!again) Fault("JSON is refused", json, error.message);
  return again;
}

}  // namespace

// The first byte chooses the test; the program is made from the rest.
void FuzzMetamorphic(std::string_view input) {
  Bytes bytes(input);
  const size_t choice = bytes.Choose(256);
  const std::string_view pipeline = kPipelines[choice % std::size(kPipelines)];
  const bool is_jaxlib = (choice & 128) != 0;
  const std::string text = MakeProgram(bytes);
  const std::optional<Module> m = Read(text);
  if (!m) return;
  const auto answer = [&](std::optional<Module> module, bool memo = true) {
    return Answer(std::move(module), pipeline, is_jaxlib, memo);
  };
  const std::string wanted = answer(*m);
  const auto check = [&](std::string_view what, const std::string& got) {
    if (got != wanted) {
      Fault(fmt::format("{}, {}: {}", pipeline, what, text), wanted, got);
    }
  };
  check("values of other names",
        answer(Read(Rename(text, '%', [](std::string_view name) {
          return "v_" + std::string(name);
        }))));
  check("axes of other names",
        WithoutPrefix(answer(Read(WithOtherAxes(text)))));
  check("nothing remembered", answer(*m, /*memo=*/false));
  check("through JSON", answer(ThroughJson(*m)));
  if (pipeline != "sdy-propagation-pipeline") {
    // The propagation pipeline removes sub-axes, but not whole axes, from the
    // shardings of inputs and outputs, so splitting an axis isn't checked with
    // this pipeline.
    if (const std::string axis = SplitableAxis(text); !axis.empty()) {
      check("an axis in two",
            WithJoinedAxis(answer(Read(WithSplitAxis(text, axis))), axis));
    }
    return;
  }
  // The passes of this pipeline erase dead ops and unused functions.
  check("a dead op", answer(Read(WithADeadOp(text))));
  check("a function that nobody calls",
        answer(Read(text + "\nfunc.func private @unused_(%a: tensor<8xf32>) -> "
                           "tensor<8xf32> {\n  %0 = stablehlo.negate %a : "
                           "tensor<8xf32>\n  return %0 : tensor<8xf32>\n}\n")));
}

}  // namespace shardflow::internal::fuzz
