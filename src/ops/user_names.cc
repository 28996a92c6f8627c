#include "ops/user_names.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "base/similar.h"
#include "ops/code_places.h"
#include "ops/functions.h"

namespace shardflow::internal {
namespace {

// Returns the index of the quote that matches the quote at `at`, or npos if
// there is none. A backslash escapes the next character.
size_t EndOfQuote(std::string_view name, size_t at) {
  for (size_t i = at + 1; i < name.size(); ++i) {
    if (name[i] == '\\') {
      ++i;
    } else if (name[i] == name[at]) {
      return i;
    }
  }
  return std::string_view::npos;
}

// Splits a name into steps: "a['b'][0].c" gives a, b, 0, c. Text without
// separators is one step.
std::vector<std::string> Steps(std::string_view name) {
  std::vector<std::string> steps(1);
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '/' || c == '.') {
      steps.emplace_back();
    } else if (c == '[') {
      const bool quoted =
          i + 1 < name.size() && (name[i + 1] == '\'' || name[i + 1] == '"');
      const size_t end =
          quoted ? EndOfQuote(name, i + 1) : name.find(']', i + 1);
      if (end == std::string_view::npos) {
        steps.back() += c;
        continue;
      }
      const size_t begin = quoted ? i + 2 : i + 1;
      steps.emplace_back(name.substr(begin, end - begin));
      i = end;
      if (quoted && i + 1 < name.size() && name[i + 1] == ']') ++i;
    } else {
      steps.back() += c;
    }
  }
  // In "['a']" and "/a", the empty text before the separator isn't a step.
  if (steps.size() > 1 && steps.front().empty()) steps.erase(steps.begin());
  return steps;
}

// Whether one step matches, where `*` stands for any characters. Takes time at
// most proportional to the product of the lengths.
bool MatchesStep(std::string_view pattern, std::string_view step) {
  size_t p = 0, s = 0, star = std::string_view::npos, resume = 0;
  while (s < step.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = s;
    } else if (p < pattern.size() && pattern[p] == step[s]) {
      ++p;
      ++s;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      s = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// Whether all steps match, where `**` stands for any number of steps.
bool MatchesSteps(std::span<const std::string> pattern,
                  std::span<const std::string> steps) {
  constexpr size_t kNone = SIZE_MAX;
  size_t p = 0, s = 0, star = kNone, resume = 0;
  while (s < steps.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      star = p++;
      resume = s;
    } else if (p < pattern.size() && MatchesStep(pattern[p], steps[s])) {
      ++p;
      ++s;
    } else if (star != kNone) {
      p = star + 1;
      s = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == "**") ++p;
  return p == pattern.size();
}

// Whether a step contains a character that normally separates steps, as in
// "params['0.weight']".
bool HasDividedStep(std::span<const std::string> steps) {
  return std::any_of(steps.begin(), steps.end(), [](const std::string& step) {
    return step.find_first_of("/.") != std::string::npos;
  });
}

// Returns the steps, each divided at the separators in it.
std::vector<std::string> Divided(std::span<const std::string> steps) {
  std::vector<std::string> divided;
  for (const std::string& step : steps) {
    size_t begin = 0;
    while (true) {
      const size_t end = step.find_first_of("/.", begin);
      divided.push_back(step.substr(begin, end - begin));
      if (end == std::string::npos) break;
      begin = end + 1;
    }
  }
  return divided;
}

}  // namespace

std::string_view LocName(const Module& m, Loc loc) {
  if (!loc.IsAttr()) return {};
  AttrId at = loc.attr();
  // In a call site, only the callee's location belongs to the value; the
  // caller's is ignored.
  while (m.attrs.Is(at, AttrKind::kLocCallSite)) {
    at = m.attrs.As<LocCallSiteAttr>(at).callee;
  }
  if (!m.attrs.Is(at, AttrKind::kLocName)) return {};
  return m.names.Get(m.attrs.As<LocNameAttr>(at).name);
}

std::string_view ArgumentName(const Module& m, OpId function, size_t i) {
  const BlockId entry = EntryBlock(m, function);
  if (entry.IsNone() || i >= m.args(entry).size()) return {};
  return LocName(m, m.arg_loc(m.args(entry)[i]));
}

std::string_view ResultName(const Module& m, OpId function, size_t i) {
  const std::vector<AttrId>& dicts = m.func(function).res_attrs;
  const NameId key = m.names.Find("jax.result_info");
  if (i >= dicts.size() || !dicts[i] || !key) return {};
  const AttrId name = m.attrs.DictGet(dicts[i], key);
  if (!m.attrs.Is(name, AttrKind::kString)) return {};
  return m.names.Get(m.attrs.StringValue(name));
}

std::string NamePath(std::string_view name) {
  std::string path;
  for (const std::string& step : Steps(name)) {
    if (!path.empty()) path += '/';
    path += step;
  }
  return path;
}

bool MatchesName(std::string_view pattern, std::string_view name) {
  if (pattern == name) return true;
  const std::vector<std::string> steps = Steps(pattern), of_name = Steps(name);
  if (MatchesSteps(steps, of_name) ||
      (name.starts_with(kBackward) &&
       MatchesSteps(steps, std::span(of_name).subspan(1)))) {
    return true;
  }
  // In a path, the '.' of "params['0.weight']" also separates steps.
  return HasDividedStep(of_name) &&
         MatchesSteps(Divided(steps), Divided(of_name));
}

namespace {

bool FitsText(std::string_view name, std::string_view text) {
  if (text.empty() || name.empty()) return false;
  if (name == text) return true;
  if (!text.starts_with('%')) return false;
  if (!name.starts_with('%')) text.remove_prefix(1);
  // A name without '#' stands for all results of its op.
  return name == text || name == text.substr(0, text.find('#'));
}

// Whether `name` is the prefix followed by the number, as in "arg/3".
bool FitsPosition(std::string_view name, std::string_view prefix, int number) {
  return number >= 0 && name.starts_with(prefix) &&
         name.substr(prefix.size()) == std::to_string(number);
}

}  // namespace

NameFit FitOfName(std::string_view name, const TensorNames& names) {
  // Labels never begin with '%'; testing that first skips a slow match.
  const bool may_be_label = !name.starts_with('%');
  const auto fits = [&](std::string_view label) {
    return may_be_label && !label.empty() && MatchesName(name, label);
  };
  if (fits(names.label) || fits(names.op_label)) return NameFit::kLabel;
  if (FitsPosition(name, "arg/", names.argument) ||
      FitsPosition(name, "res/", names.result)) {
    return NameFit::kPosition;
  }
  return FitsText(name, names.text) ? NameFit::kText : NameFit::kNone;
}

std::string OtherNames(std::string_view name, std::vector<std::string> names,
                       size_t arguments, size_t results) {
  // Names in the program's text are accepted without their '%'.
  const bool by_text = name.starts_with('%');
  for (std::string& known : names) {
    if (!by_text && known.starts_with('%')) known.erase(0, 1);
  }
  absl::flat_hash_set<std::string> seen;
  std::erase_if(names,
                [&](const std::string& n) { return !seen.insert(n).second; });
  constexpr size_t kSimilar = 3;
  const std::string path = by_text ? std::string(name) : NamePath(name);
  std::string text = DidYouMean(SimilarNames(path, names, kSimilar));
  if (!text.empty() || arguments + results == 0) return text;
  constexpr size_t kShown = 6;
  const size_t shown = std::min(names.size(), kShown);
  for (size_t i = 0; i < shown; ++i) {
    text += fmt::format("{}{}", i == 0 ? "; there are " : ", ", names[i]);
  }
  if (shown < names.size()) {
    text += fmt::format(" and {} more", names.size() - shown);
  }
  const auto positions = [&](std::string_view prefix, size_t count) {
    if (count == 0) return std::string();
    return count == 1 ? fmt::format("{}0", prefix)
                      : fmt::format("{}0 to {}{}", prefix, prefix, count - 1);
  };
  text += fmt::format("; arguments and results by number are {}{}{}",
                      positions("arg/", arguments),
                      arguments > 0 && results > 0 ? ", " : "",
                      positions("res/", results));
  return text;
}

}  // namespace shardflow::internal
