#ifndef SHARDFLOW_PASSES_OPTION_PARSER_H_
#define SHARDFLOW_PASSES_OPTION_PARSER_H_

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"
#include "passes/options.h"
#include "sharding/compat.h"

// Reads "a=true b=3 c='x y'" into an option struct, using its table of fields.

namespace shardflow::internal {

struct OptionText {
  std::string name;
  std::optional<std::string> value;  // nullopt for a bare name
};

// Splits at blanks that are outside quotes and braces. Fails, with the reason
// in `error`, if a quote or brace isn't closed.
[[nodiscard]] bool SplitOptions(std::string_view text,
                                std::vector<OptionText>& options, Error& error);
[[nodiscard]] bool ParseBool(std::string_view text, bool& value);

namespace detail {

template <class T>
bool SetOption(T& member, const OptionText& option) {
  if constexpr (std::is_same_v<T, bool>) {
    return !option.value ? (member = true) : ParseBool(*option.value, member);
  } else if constexpr (std::is_same_v<T, std::optional<bool>>) {
    return SetOption(member.emplace(), option);
  } else if constexpr (std::is_same_v<T, std::string>) {
    member = option.value.value_or("");
    return true;
  } else if constexpr (std::is_same_v<T, OutputPath>) {
    member.path = option.value.value_or("");
    return true;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    if (!option.value) return false;
    const char* const end = option.value->data() + option.value->size();
    const auto parsed = std::from_chars(option.value->data(), end, member);
    return parsed.ec == std::errc() && parsed.ptr == end;
  } else {
    for (const auto& choice : Choices(T{})) {
      if (option.value == choice.name) {
        member = choice.value;
        return true;
      }
    }
    return false;
  }
}

template <class T>
std::string OptionValue(const T& member) {
  if constexpr (std::is_same_v<T, bool>) {
    return member ? "true" : "false";
  } else if constexpr (std::is_same_v<T, std::optional<bool>>) {
    return OptionValue(member.value_or(false));
  } else if constexpr (std::is_same_v<T, std::string>) {
    return member;
  } else if constexpr (std::is_same_v<T, OutputPath>) {
    return member.path;
  } else if constexpr (std::is_same_v<T, int64_t>) {
    return std::to_string(member);
  } else {
    for (const auto& choice : Choices(T{})) {
      if (choice.value == member) return std::string(choice.name);
    }
    return "";
  }
}

// Whether the option is a path.
template <class C, class T>
constexpr bool IsPath(T C::*) {
  return std::is_same_v<T, OutputPath>;
}

}  // namespace detail

// Reads `text` into `options`. Unless `allow_paths` is set, paths are errors,
// and so are options that only another version of Shardy has.
template <class Options>
[[nodiscard]] bool ParsePassOptions(std::string_view text, bool allow_paths,
                                    Compat compat, Options& options,
                                    Error& error) {
  std::vector<OptionText> items;
  if (!SplitOptions(text, items, error)) return false;
  for (const OptionText& item : items) {
    bool known = false, good = false, refused = false;
    std::optional<Compat> elsewhere;
    Options::Fields([&](auto member, std::string_view name, std::string_view,
                        std::optional<Compat> only = std::nullopt) {
      if (name != item.name) return;
      known = true;
      if (only && *only != compat) {
        elsewhere = only;
        return;
      }
      refused = detail::IsPath(member) && !allow_paths;
      good = !refused && detail::SetOption(options.*member, item);
    });
    if (good) continue;
    return error.Set(
        ErrorCode::kInvalidArgument,
        !known      ? "no such option " + item.name
        : elsewhere ? "option " + item.name + " exists only with --compat=" +
                          std::string(CompatNameOf(*elsewhere))
        : refused ? "option " + item.name +
                        " writes files, and this run may not touch files"
        : item.value
            ? "'" + *item.value + "' is not a value of option " + item.name
            : "option " + item.name + " needs a value");
  }
  return true;
}

template <class Options>
std::vector<OptionHelp> DescribeOptions() {
  std::vector<OptionHelp> rows;
  const Options defaults;
  Options::Fields([&](auto member, std::string_view name, std::string_view help,
                      std::optional<Compat> only = std::nullopt) {
    std::string text(help);
    if (only) {
      text += " (only with --compat=";
      text += CompatNameOf(*only);
      text += ')';
    }
    rows.push_back({std::string(name), detail::OptionValue(defaults.*member),
                    std::move(text), detail::IsPath(member)});
  });
  return rows;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_OPTION_PARSER_H_
