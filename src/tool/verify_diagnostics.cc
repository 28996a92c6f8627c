#include "tool/verify_diagnostics.h"

#include <regex.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "shardflow/message.h"

namespace shardflow {
namespace {

// A compiled POSIX extended regular expression. (std::regex isn't used, because
// mlir-opt uses POSIX, which also reports invalid expressions without
// throwing.)
class Regex {
 public:
  static std::optional<Regex> Compile(const std::string& pattern,
                                      Message& error) {
    auto compiled = std::make_unique<regex_t>();
    const int code = regcomp(compiled.get(), pattern.c_str(), REG_EXTENDED);
    if (code == 0) return Regex(compiled.release());
    std::array<char, 256> text;
    regerror(code, compiled.get(), text.data(), text.size());
    error.text = text.data();
    return std::nullopt;
  }

  bool Search(const std::string& text, std::span<regmatch_t> groups) const {
    return regexec(compiled_.get(), text.c_str(), groups.size(), groups.data(),
                   0) == 0;
  }

 private:
  struct Free {
    void operator()(regex_t* compiled) const {
      regfree(compiled);
      delete compiled;
    }
  };

  explicit Regex(regex_t* compiled) : compiled_(compiled) {}

  std::unique_ptr<regex_t, Free> compiled_;
};

constexpr int kOneOrMore = -1;

struct Expectation {
  std::string severity;
  std::string text;  // the text between the outer braces
  std::optional<Regex> regex = std::nullopt;  // the -re form
  int comment_line = 0;
  int line = 0;  // the line of the diagnostic; 0 if unknown
  int count = kOneOrMore;
  int matched = 0;
};

bool Matches(const Expectation& expectation, std::string_view message) {
  if (!expectation.regex.has_value()) {
    return message.find(expectation.text) != std::string_view::npos;
  }
  return expectation.regex->Search(std::string(message), {});
}

// Turns the text of an -re comment, which is literal except for its `{{regex}}`
// parts, into a single regular expression.
std::optional<Regex> CompileMessage(std::string_view text, Message& error) {
  std::string pattern;
  while (!text.empty()) {
    const size_t open = text.find("{{");
    for (const char c : text.substr(0, open)) {
      if (std::string_view("()[]{}^$|*+?.\\").find(c) !=
          std::string_view::npos) {
        pattern.push_back('\\');
      }
      pattern.push_back(c);
    }
    if (open == std::string_view::npos) break;
    text.remove_prefix(open + 2);
    const size_t close = text.find("}}");
    if (close == std::string_view::npos) {
      error.text = "found start of regex with no end '}}'";
      return std::nullopt;
    }
    pattern.append("(").append(text.substr(0, close)).append(")");
    text.remove_prefix(close + 2);
  }
  Message why;
  std::optional<Regex> regex = Regex::Compile(pattern, why);
  if (!regex.has_value())
    error.text = fmt::format("invalid regex: {}", why.text);
  return regex;
}

int ToInt(std::string_view digits) {
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// Reads the comments of a section, line by line.
class ExpectationReader {
 public:
  ExpectationReader(int first_line, std::vector<Expectation>& expectations,
                    std::vector<DiagnosticMismatch>& mismatches)
      : line_(first_line),
        above_(first_line - 1),
        expectations_(expectations),
        mismatches_(mismatches) {
    Message error;
    comment_ = Regex::Compile(
        "expected-(error|note|remark|warning)(-re)? *"
        "(@([+-][0-9]+|above|below|unknown))? *([0-9]+)? *\\{\\{(.*)\\}\\}$",
        error);
  }

  void Read(std::string_view section) {
    while (true) {
      const size_t end = section.find('\n');
      ReadLine(section.substr(0, end));
      if (end == std::string_view::npos) break;
      section.remove_prefix(end + 1);
      ++line_;
    }
    // If no line follows, @below refers to the line after the last one.
    for (const size_t index : below_) expectations_[index].line = line_ + 1;
  }

 private:
  enum Group { kAll, kSeverity, kRe, kAt, kWhere, kCount, kText, kGroups };

  void ReadLine(std::string_view line) {
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    // Most lines have no such comment, so a cheap search avoids most uses of
    // the regex.
    if (line.find("expected-") != std::string_view::npos) {
      const std::string text(line);
      std::array<regmatch_t, kGroups> groups;
      if (comment_->Search(text, groups)) {
        ReadComment(text, groups);
        return;
      }
    }
    for (const size_t index : below_) expectations_[index].line = line_;
    below_.clear();
    above_ = line_;
  }

  void ReadComment(const std::string& line,
                   const std::array<regmatch_t, kGroups>& groups) {
    const auto group = [&](Group g) -> std::string_view {
      const regmatch_t& match = groups[g];
      if (match.rm_so < 0) return {};
      return std::string_view(line).substr(
          static_cast<size_t>(match.rm_so),
          static_cast<size_t>(match.rm_eo - match.rm_so));
    };

    Expectation expectation{.severity = std::string(group(kSeverity)),
                            .text = std::string(group(kText)),
                            .comment_line = line_,
                            .line = line_};
    const std::string_view where = group(kWhere);
    if (where == "unknown") {
      expectation.line = 0;
    } else if (where == "above") {
      expectation.line = above_;
    } else if (where == "below") {
      below_.push_back(expectations_.size());
    } else if (!where.empty()) {
      expectation.line += ToInt(where);
    }
    if (!group(kCount).empty()) expectation.count = ToInt(group(kCount));
    if (!group(kRe).empty()) {
      Message error;
      expectation.regex = CompileMessage(expectation.text, error);
      if (!expectation.regex.has_value()) {
        if (where == "below") below_.pop_back();
        mismatches_.push_back({line_, std::move(error.text)});
        return;
      }
    }
    expectations_.push_back(std::move(expectation));
  }

  int line_;
  int above_;  // the last line without an expected-... comment
  // Indices of the expectations for the next line without an expected-...
  // comment.
  std::vector<size_t> below_;
  std::vector<Expectation>& expectations_;
  std::vector<DiagnosticMismatch>& mismatches_;
  std::optional<Regex> comment_;
};

// Counts the diagnostic towards its expectation, or reports it as unexpected.
void Judge(const ProducedDiagnostic& diagnostic,
           std::vector<Expectation>& expectations,
           std::vector<DiagnosticMismatch>& mismatches) {
  const Expectation* near_miss = nullptr;
  for (Expectation& expectation : expectations) {
    if (expectation.line != diagnostic.line) continue;
    if (!Matches(expectation, diagnostic.message)) continue;
    if (expectation.severity != diagnostic.severity) {
      near_miss = &expectation;
    } else if (expectation.matched != expectation.count) {
      ++expectation.matched;
      return;
    }
  }
  if (near_miss != nullptr) {
    mismatches.push_back(
        {near_miss->comment_line,
         fmt::format("'{}' diagnostic emitted when expecting a '{}'",
                     diagnostic.severity, near_miss->severity)});
    return;
  }
  mismatches.push_back(
      {diagnostic.line, fmt::format("unexpected {}: {}", diagnostic.severity,
                                    diagnostic.message)});
}

}  // namespace

std::vector<DiagnosticMismatch> VerifyDiagnostics(
    std::string_view section, int first_line,
    std::span<const ProducedDiagnostic> produced) {
  std::vector<Expectation> expectations;
  std::vector<DiagnosticMismatch> mismatches;
  ExpectationReader(first_line, expectations, mismatches).Read(section);

  for (const ProducedDiagnostic& diagnostic : produced) {
    Judge(diagnostic, expectations, mismatches);
  }
  for (const Expectation& expectation : expectations) {
    const int missing = expectation.count == kOneOrMore
                            ? 1 - std::min(expectation.matched, 1)
                            : expectation.count - expectation.matched;
    if (missing == 0) continue;
    std::string message = fmt::format("expected {} \"{}\" was not produced",
                                      expectation.severity, expectation.text);
    if (expectation.count > 1) {
      message += fmt::format(" {} of {} times", missing, expectation.count);
    }
    mismatches.push_back({expectation.comment_line, std::move(message)});
  }
  return mismatches;
}

}  // namespace shardflow
