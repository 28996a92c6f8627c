#include "text/rules_file.h"

#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/error_format.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

bool IsNameStart(char c) { return IsLetter(c) || c == '_'; }
bool IsNameChar(char c) {
  return IsNameStart(c) || IsDigit(c) || c == '.' || c == '$' || c == '-' ||
         c == '/';
}

class RulesReader {
 public:
  RulesReader(const SourceBuffer& source, Diagnostics& diagnostics)
      : source_(source), text_(source.text()), diagnostics_(diagnostics) {}

  bool Read(std::vector<RuleEntry>& entries) {
    while (Next() < text_.size()) {
      if (!ReadEntry(entries.emplace_back())) return false;
    }
    return true;
  }

 private:
  bool Fail(size_t offset, std::string message) {
    diagnostics_.Error(source_.Place(offset), std::move(message));
    return false;
  }
  size_t Next() { return at_ = SkipBlanks(text_, at_); }
  bool Consume(char c) {
    if (Next() >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool AtWord() { return Next() < text_.size() && IsNameStart(text_[at_]); }
  std::string_view TakeWord() {
    const size_t begin = at_;
    while (at_ < text_.size() && IsNameChar(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // Reads a string in quotes, with the escapes \" and \\, on one line.
  bool TakeString(std::string& value) {
    const size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size() &&
          (text_[at_ + 1] == '"' || text_[at_ + 1] == '\\')) {
        ++at_;
      }
      value.push_back(text_[at_++]);
    }
    if (at_ >= text_.size() || text_[at_] != '"') {
      return Fail(begin, "the string has no end");
    }
    ++at_;
    return true;
  }
  bool TakeName(std::string& name, std::string_view what) {
    if (AtWord()) {
      name = TakeWord();
      return true;
    }
    if (at_ < text_.size() && text_[at_] == '"') return TakeString(name);
    return Fail(at_, fmt::format("expected {}", what));
  }

  // Reads an entry: NAME [TRAIT...] [where KEY = VALUE, ...] : RULE.
  bool ReadEntry(RuleEntry& entry) {
    const size_t begin = Next();
    entry.is_target = Consume('@');
    if (!TakeName(entry.name, entry.is_target
                                  ? "the target of a custom call"
                                  : "the name of an op, or '@' and a target")) {
      return false;
    }
    while (AtWord()) {
      const size_t word_at = at_;
      const std::string_view word = TakeWord();
      if (word == "where") {
        if (!ReadGuards(entry.rule.where)) return false;
        break;
      }
      const uint32_t trait = ParseRuleTrait(word);
      if (trait == 0) {
        return Fail(word_at,
                    fmt::format("expected ':', 'where' or a trait (elementwise "
                                "or pure), got '{}'",
                                word));
      }
      entry.traits |= trait;
    }
    if (!Consume(':')) return Fail(Next(), "expected ':'");
    const SourcePlace place = source_.Place(begin);
    entry.rule.place =
        fmt::format("{}:{}:{}", place.file, place.line, place.column);
    Error wrong;
    entry.rule.pattern = ParseRuleTemplate(text_, at_, wrong);
    if (!entry.rule.pattern) return Fail(wrong.offset, wrong.message);
    const std::optional<Error> fault = CheckRuleEntry(entry);
    return !fault || Fail(begin, fault->message);
  }

  bool ReadGuards(std::vector<AttrGuard>& guards) {
    do {
      AttrGuard& guard = guards.emplace_back();
      if (!TakeName(guard.name, "the name of an attribute")) return false;
      if (!Consume('=')) return Fail(Next(), "expected '='");
      if (!ReadValue(guard)) return false;
    } while (Consume(','));
    return true;
  }

  bool ReadValue(AttrGuard& guard) {
    const size_t begin = Next();
    if (begin < text_.size() && text_[begin] == '"') {
      guard.kind = AttrGuard::Kind::kString;
      return TakeString(guard.text);
    }
    if (AtWord()) {
      const std::string_view word = TakeWord();
      guard.kind = AttrGuard::Kind::kBool;
      guard.number = word == "true" ? 1 : 0;
      if (word == "true" || word == "false") return true;
    } else {
      guard.kind = AttrGuard::Kind::kInteger;
      const char* const end = text_.data() + text_.size();
      const auto [rest, ec] =
          std::from_chars(text_.data() + begin, end, guard.number);
      at_ = static_cast<size_t>(rest - text_.data());
      if (ec == std::errc()) return true;
    }
    return Fail(begin, "expected a string, an integer, true or false");
  }

  const SourceBuffer& source_;
  const std::string_view text_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
};

}  // namespace

uint32_t ParseRuleTrait(std::string_view word) {
  if (word == "elementwise") return kElementwise;
  if (word == "pure") return kPure;
  return 0;
}

std::optional<Error> CheckRuleEntry(const RuleEntry& entry) {
  if (!entry.is_target && entry.rule.pattern) {
    std::optional<Error> wrong = CheckCost(entry.name, *entry.rule.pattern);
    if (wrong) return wrong;
  }
  if (entry.traits == 0) return std::nullopt;
  if (entry.is_target) {
    return ErrorOf("traits are for ops, not for targets of custom calls");
  }
  if (FindOpKind(entry.name) == OpKind::kUnknown) return std::nullopt;
  return ErrorOf("the traits of '{}' are known and cannot be changed",
                 entry.name);
}

bool ReadRulesText(const SourceBuffer& source, std::vector<RuleEntry>& entries,
                   Diagnostics& diagnostics) {
  return RulesReader(source, diagnostics).Read(entries);
}

}  // namespace shardflow::internal
