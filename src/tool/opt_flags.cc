#include "tool/opt_flags.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "tool/passes_text.h"

namespace shardflow {
namespace {

struct BoolFlag {
  std::string_view name;
  bool OptFlags::*field;  // if null, the flag is accepted but ignored
  std::string_view help;
};

// Flags without a value. A row without help is an abbreviation of the next row.
constexpr BoolFlag kBoolFlags[] = {
    {"allow-unregistered-dialect", &OptFlags::allow_unregistered_dialect,
     "Accept operations of unknown dialects."},
    {"dynamic-shapes", &OptFlags::dynamic_shapes,
     "Also propagate through tensors with dimensions of unknown size."},
    {"extra-rules", &OptFlags::extra_rules,
     "Also use sharding rules for ops that have none in Shardy: chlo."},
    {"help", &OptFlags::help, "Print this help."},
    {"mlir-disable-threading", nullptr,
     "Accepted for compatibility; has no effect."},
    {"mlir-print-debuginfo", &OptFlags::print_debuginfo, "Print locations."},
    {"mlir-print-local-scope", &OptFlags::print_local_scope,
     "Print attributes and locations in place, without aliases."},
    {"mlir-print-op-generic", &OptFlags::print_op_generic,
     "Print every operation in the generic form."},
    {"no-implicit-module", &OptFlags::no_implicit_module,
     "Don't put a module around the input's top-level operations."},
    {"q", &OptFlags::quiet, ""},
    {"quiet", &OptFlags::quiet, "No warnings and no times."},
    {"no-memo", &OptFlags::no_memo,
     "Compute every rule and step without caches (for tests: the output is the "
     "same)."},
    {"split-input-file", &OptFlags::split_input_file,
     "Treat the parts between `// -----` lines as separate inputs."},
    {"time-passes", &OptFlags::time_passes,
     "Print the time, ops and memory of each pass to standard error."},
    {"verify-diagnostics", &OptFlags::verify_diagnostics,
     "Check the messages against the input's `expected-error` comments."},
    {"verify-each", &OptFlags::verify_each,
     "Verify the program after each pass on the command line (default: true)."},
};

std::string_view StripDashes(std::string_view word) {
  word.remove_prefix(1);
  if (word.starts_with('-')) word.remove_prefix(1);
  return word;
}

std::string_view Trim(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kSpace) - begin + 1);
}

bool SetBool(const BoolFlag& flag, bool has_value, std::string_view value,
             OptFlags& flags, Message& error) {
  bool on = true;
  if (has_value) {
    on = value == "true" || value == "1";
    if (!on && value != "false" && value != "0") {
      error.text = fmt::format("-{}: expected true or false, got '{}'",
                               flag.name, value);
      return false;
    }
  }
  if (flag.field != nullptr) flags.*flag.field = on;
  return true;
}

// Returns the index of the bracket that closes the bracket at `text[open]`, or
// npos if there is none. The brackets enclose pass options or a nested
// pipeline.
size_t FindClosing(std::string_view text, size_t open) {
  std::string closers;
  for (size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\'' || c == '"') {
      i = text.find(c, i + 1);
      if (i == std::string_view::npos) return i;
    } else if (c == '{') {
      closers.push_back('}');
    } else if (c == '(') {
      closers.push_back(')');
    } else if (c == '}' || c == ')') {
      if (closers.back() != c) return std::string_view::npos;
      closers.pop_back();
      if (closers.empty()) return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace

bool ParsePassPipeline(std::string_view text, std::vector<PassSpec>& passes,
                       Message& error) {
  text = Trim(text);
  constexpr std::string_view kAnchor = "builtin.module(";
  if (!text.starts_with(kAnchor) ||
      FindClosing(text, kAnchor.size() - 1) != text.size() - 1) {
    error.text = fmt::format(
        "-pass-pipeline: expected 'builtin.module(...)', got '{}'", text);
    return false;
  }
  // The unread text of each nesting level, innermost last.
  std::vector<std::string_view> pending = {
      text.substr(kAnchor.size(), text.size() - kAnchor.size() - 1)};
  while (!pending.empty()) {
    std::string_view rest = Trim(pending.back());
    pending.pop_back();
    if (rest.empty()) continue;

    const size_t name_end = std::min(rest.find_first_of(",({})"), rest.size());
    const std::string_view name = Trim(rest.substr(0, name_end));
    if (name.empty()) {
      error.text = fmt::format("-pass-pipeline: expected a pass at '{}'", rest);
      return false;
    }
    std::string_view bracketed;
    size_t end = name_end;
    const char opener = end < rest.size() ? rest[end] : ',';
    if (opener != ',') {
      const bool opens = opener == '{' || opener == '(';
      const size_t close =
          opens ? FindClosing(rest, end) : std::string_view::npos;
      if (close == std::string_view::npos) {
        error.text = fmt::format("-pass-pipeline: unbalanced brackets at '{}'",
                                 rest.substr(end));
        return false;
      }
      bracketed = rest.substr(end + 1, close - end - 1);
      end = close + 1;
    }
    if (opener != '(') {
      passes.push_back({std::string(name), std::string(Trim(bracketed))});
    }

    rest = Trim(rest.substr(end));
    if (!rest.empty()) {
      if (!rest.starts_with(',') || Trim(rest.substr(1)).empty()) {
        error.text = fmt::format(
            "-pass-pipeline: expected ',' and a pass at '{}'", rest);
        return false;
      }
      pending.push_back(rest.substr(1));
    }
    if (opener == '(') pending.push_back(bracketed);
  }
  return true;
}

std::optional<OptFlags> ParseOptFlags(std::span<const std::string> args,
                                      Message& error) {
  constexpr std::string_view kBothWays =
      "passes are named by flags or by -pass-pipeline, not by both";
  OptFlags flags;
  bool has_input = false;
  bool has_pipeline = false;
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string_view word = args[i];
    if (word == "-" || !word.starts_with('-')) {
      if (has_input) {
        error.text = fmt::format("more than one input: '{}' and '{}'",
                                 flags.input, word);
        return std::nullopt;
      }
      flags.input = word;
      has_input = true;
      continue;
    }
    if (word == "--") continue;  // only separates flags from the input
    const std::string_view flag = StripDashes(word);
    const size_t equals = flag.find('=');
    const bool has_value = equals != std::string_view::npos;
    const std::string_view name = flag.substr(0, equals);
    std::string_view value = has_value ? flag.substr(equals + 1) : "";
    if (name.empty()) {
      error.text = fmt::format("not a flag: '{}'", word);
      return std::nullopt;
    }

    if (name == "o" || name == "output" || name == "pass-pipeline" ||
        name == "compat" || name == "rules" || name == "dump-dir") {
      if (!has_value) {
        if (i + 1 == args.size()) {
          error.text = fmt::format("-{}: needs a value", name);
          return std::nullopt;
        }
        value = args[++i];
      }
      if (name == "o" || name == "output") {
        flags.output = value;
        continue;
      }
      if (name == "dump-dir") {
        flags.dump_dir = value;
        continue;
      }
      if (name == "rules") {
        flags.rules.emplace_back(value);
        continue;
      }
      if (name == "compat") {
        const std::optional<CompatMode> compat = ParseCompatMode(value);
        if (!compat) {
          error.text = fmt::format(
              "-compat: expected shardy-2026-08 or jaxlib-0.12, got '{}'",
              value);
          return std::nullopt;
        }
        flags.compat = *compat;
        continue;
      }
      if (!flags.passes.empty()) {
        error.text = kBothWays;
        return std::nullopt;
      }
      if (!ParsePassPipeline(value, flags.passes, error)) return std::nullopt;
      has_pipeline = true;
      continue;
    }
    const auto* known = std::ranges::find(kBoolFlags, name, &BoolFlag::name);
    if (known != std::end(kBoolFlags)) {
      if (!SetBool(*known, has_value, value, flags, error)) return std::nullopt;
      continue;
    }
    if (has_pipeline) {
      error.text = kBothWays;
      return std::nullopt;
    }
    flags.passes.push_back({std::string(name), std::string(value)});
  }
  return flags;
}

Command OptTable() {
  Command command;
  command.name = "opt";
  command.summary = "Run individual passes, with the command line of mlir-opt";
  command.description =
      "Flags have one or two dashes, and passes and pipelines are flags, too: "
      "-PASS or -PASS='OPTION=VALUE ...'. Passes run in the order given. Exit "
      "code: 0, or 1 on any error.";
  command.operands = {Documented(
      "FILE", "FILE", "The program; - (default) is standard input.")};
  command.options = {
      Documented("-o,--output", "FILE",
                 "Write to FILE instead of standard output."),
      Documented("--dump-dir", "FOLDER",
                 "Also write the program before, between and after the passes "
                 "to numbered files in FOLDER."),
      Documented("--compat", "",
                 "Which answers to give where versions of Shardy differ "
                 "(default: shardy-2026-08).",
                 {"shardy-2026-08", "jaxlib-0.12"}),
      Documented("--pass-pipeline", "PIPELINE",
                 "The passes as 'builtin.module(a,b{x=1})'."),
      Documented("--rules", "FILE",
                 "Sharding rules for your own ops and custom calls."),
  };
  std::string names;
  for (const BoolFlag& flag : kBoolFlags) {
    if (flag.name == "help") continue;
    if (flag.help.empty()) {
      names = fmt::format("-{},", flag.name);
      continue;
    }
    names += fmt::format("--{}", flag.name);
    command.options.push_back(
        Documented(std::exchange(names, ""), "", std::string(flag.help)));
  }
  command.examples = {
      "shardflow opt examples/mlp_train_step.mlir -sdy-propagation-pipeline",
      "shardflow opt examples/mlp_train_step.mlir "
      "-sdy-basic-propagate='keep-sharding-rules=true'"};
  return command;
}

std::string OptFlagsHelp(size_t columns) {
  std::string text = HelpText(OptTable(), columns);
  text += "\nPasses and pipelines, with their options:\n";
  text += PassesText(columns);
  return text;
}

}  // namespace shardflow
