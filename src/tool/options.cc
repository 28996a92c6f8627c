#include "tool/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "shardflow/names.h"

namespace shardflow {
namespace {

Option Valued(ValueKind kind, std::string names, std::string value,
              std::string help, std::string* to) {
  Option option;
  option.names = std::move(names);
  option.kind = kind;
  option.value = std::move(value);
  option.help = std::move(help);
  option.set = [to](const std::string& text) {
    *to = text;
    return std::string();
  };
  return option;
}

// Parses all of `text` as a number. Returns nullopt if `text` isn't a number.
template <class T>
std::optional<T> NumberIn(std::string_view text) {
  T number{};
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, number);
  if (status != std::errc() || stop != end) return std::nullopt;
  return number;
}

struct Unit {
  std::string_view name;
  double size;
};

// Parses a number followed by a unit, with optional spaces between them.
// Returns the number times the unit's value. Returns nullopt if the text is
// anything else or the result isn't finite.
std::optional<double> NumberWithUnit(std::string_view text,
                                     std::span<const Unit> units) {
  const size_t end = text.find_first_not_of("0123456789.");
  const size_t unit =
      end == text.npos ? text.size() : text.find_first_not_of(' ', end);
  if (unit == text.npos) return std::nullopt;
  for (const Unit& row : units) {
    if (text.substr(unit) != row.name) continue;
    const std::optional<double> number =
        NumberIn<double>(text.substr(0, std::min(end, text.size())));
    if (!number || !std::isfinite(*number)) return std::nullopt;
    return *number * row.size;
  }
  return std::nullopt;
}

constexpr Unit kByteUnits[] = {{"", 1},      {"B", 1},
                               {"KB", 1e3},  {"KiB", 1024.0},
                               {"MB", 1e6},  {"MiB", 1048576.0},
                               {"GB", 1e9},  {"GiB", 1073741824.0},
                               {"TB", 1e12}, {"TiB", 1099511627776.0}};
constexpr Unit kTimeUnits[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}};
constexpr double kMostSeconds = 1e6;

bool IsOperand(const Option& option) { return !option.names.starts_with('-'); }

void AddTo(CLI::App& app, const Option& option) {
  CLI::Option* added = nullptr;
  // CLI11 reports errors as exceptions; ParseWords catches them.
  const auto take = [&option](const std::string& value) {
    const std::string fault = option.set(value);
    if (!fault.empty()) throw CLI::ValidationError(option.names, fault);
  };
  if (option.kind == ValueKind::kNone) {
    added = app.add_flag_callback(option.names, [take] { take(""); });
  } else {
    added = app.add_option_function<std::vector<std::string>>(
        option.names, [take](const std::vector<std::string>& values) {
          for (const std::string& value : values) take(value);
        });
    if (option.repeated) {
      added->expected(-1)->take_all();
      // Without this, CLI11 would parse a value such as "[a,b]" as a list, and
      // the words after it as more values.
      if (!IsOperand(option)) added->expected(1);
    } else {
      added->expected(1);
    }
    added->type_name(option.value);
    added->allow_extra_args(IsOperand(option) && option.repeated);
    if (option.repeated) {
      added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }
    if (!option.choices.empty()) {
      added->check([&option](const std::string& value) {
        for (const std::string& choice : option.choices) {
          if (choice == value) return std::string();
        }
        return fmt::format("'{}' is not one of {}{}", value,
                           fmt::join(option.choices, ", "),
                           DidYouMean(value, option.choices));
      });
    }
  }
  added->required(option.required);
}

// Returns the long names of the command's options: "--help", "--output", ...
std::vector<std::string> LongNames(const Command& command) {
  std::vector<std::string> names = {"--help"};
  for (const Option& option : command.options) {
    for (size_t at = option.names.find("--"); at != std::string::npos;
         at = option.names.find("--", at + 2)) {
      names.push_back(option.names.substr(at, option.names.find(',', at) - at));
    }
  }
  return names;
}

}  // namespace

Option Flag(std::string names, std::string help, bool* to) {
  Option option;
  option.names = std::move(names);
  option.help = std::move(help);
  option.set = [to](const std::string&) {
    *to = true;
    return std::string();
  };
  return option;
}

Option Text(std::string names, std::string value, std::string help,
            std::string* to) {
  return Valued(ValueKind::kText, std::move(names), std::move(value),
                std::move(help), to);
}

Option File(std::string names, std::string help, std::string* to) {
  Option option =
      Valued(ValueKind::kFile, std::move(names), "FILE", std::move(help), to);
  option.required = IsOperand(option);
  return option;
}

Option Folder(std::string names, std::string help, std::string* to) {
  return Valued(ValueKind::kFolder, std::move(names), "FOLDER", std::move(help),
                to);
}

Option Number(std::string names, std::string help, int* to, int least) {
  Option option =
      Valued(ValueKind::kText, std::move(names), "N", std::move(help), nullptr);
  option.set = [to, least](const std::string& text) {
    const std::optional<int> number = NumberIn<int>(text);
    if (!number || *number < least) {
      return fmt::format("'{}' is not a number of at least {}", text, least);
    }
    *to = *number;
    return std::string();
  };
  return option;
}

Option Number(std::string names, std::string help,
              std::optional<uint64_t>* to) {
  Option option =
      Valued(ValueKind::kText, std::move(names), "N", std::move(help), nullptr);
  option.set = [to](const std::string& text) {
    *to = NumberIn<uint64_t>(text);
    return *to ? "" : fmt::format("'{}' is not a whole number", text);
  };
  return option;
}

Option Bytes(std::string names, std::string help, int64_t* to, int64_t least) {
  Option option = Valued(ValueKind::kText, std::move(names), "BYTES",
                         std::move(help), nullptr);
  option.set = [to, least](const std::string& text) {
    const std::optional<double> bytes = NumberWithUnit(text, kByteUnits);
    if (!bytes || *bytes >= 9e18) {
      return fmt::format("'{}' is not a size such as 1MiB", text);
    }
    *to = static_cast<int64_t>(*bytes);
    return *to < least ? fmt::format("'{}' is less than {} B", text, least)
                       : std::string();
  };
  return option;
}

Option Seconds(std::string names, std::string help, std::optional<double>* to) {
  Option option = Valued(ValueKind::kText, std::move(names), "TIME",
                         std::move(help), nullptr);
  option.set = [to](const std::string& text) {
    *to = NumberWithUnit(text, kTimeUnits);
    return *to && **to <= kMostSeconds
               ? ""
               : fmt::format("'{}' is not a time such as 5s or 500ms", text);
  };
  return option;
}

Option Choice(std::string names, std::vector<std::string> choices,
              std::string help, std::string* to) {
  Option option =
      Valued(ValueKind::kChoice, std::move(names), "", std::move(help), to);
  option.value = fmt::format("{}", fmt::join(choices, "|"));
  option.choices = std::move(choices);
  return option;
}

Option Repeated(Option option, std::vector<std::string>* to) {
  option.repeated = true;
  option.set = [to](const std::string& text) {
    to->push_back(text);
    return std::string();
  };
  return option;
}

Option Files(std::string names, std::string help,
             std::vector<std::string>* to) {
  Option option = Valued(ValueKind::kFile, std::move(names), "FILE",
                         std::move(help), nullptr);
  option.repeated = true;
  option.set = [to](const std::string& text) {
    to->push_back(text);
    return std::string();
  };
  return option;
}

Option Documented(std::string names, std::string value, std::string help,
                  std::vector<std::string> choices) {
  Option option;
  option.names = std::move(names);
  option.kind = !choices.empty()  ? ValueKind::kChoice
                : value == "FILE" ? ValueKind::kFile
                : !value.empty()  ? ValueKind::kText
                                  : ValueKind::kNone;
  option.value = choices.empty() ? std::move(value)
                                 : fmt::format("{}", fmt::join(choices, "|"));
  option.help = std::move(help);
  option.choices = std::move(choices);
  return option;
}

ParseOutcome ParseWords(const Command& command,
                        std::span<const std::string> words, Message& error) {
  CLI::App app(command.summary, command.name);
  app.set_help_flag("-h,--help");
  for (const Option& option : command.operands) AddTo(app, option);
  for (const Option& option : command.options) AddTo(app, option);
  // CLI11 expects the words in reverse order, and reports errors as exceptions.
  // None of them leaves this function.
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Success&) {
    return ParseOutcome::kHelp;
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> extras = app.remaining();
    const auto first = std::find_first_of(words.begin(), words.end(),
                                          extras.begin(), extras.end());
    const std::string& word = first != words.end() ? *first : extras.front();
    error.text = fmt::format(
        "'{}' was not expected{}", word,
        word.starts_with('-') ? DidYouMean(word, LongNames(command)) : "");
    return ParseOutcome::kError;
  } catch (const CLI::ParseError& mistake) {
    error.text = mistake.what();
    return ParseOutcome::kError;
  }
  return ParseOutcome::kRun;
}

}  // namespace shardflow
