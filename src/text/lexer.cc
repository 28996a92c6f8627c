#include "text/lexer.h"

#include <array>

namespace shardflow::internal {
namespace {

constexpr std::array<std::string_view, 32> kSpellings = [] {
  std::array<std::string_view, 32> s{};
  const auto set = [&](Tok kind, std::string_view text) {
    s[static_cast<size_t>(kind)] = text;
  };
  set(Tok::kArrow, "->");
  set(Tok::kColon, ":");
  set(Tok::kComma, ",");
  set(Tok::kEllipsis, "...");
  set(Tok::kEqual, "=");
  set(Tok::kGreater, ">");
  set(Tok::kLBrace, "{");
  set(Tok::kLParen, "(");
  set(Tok::kLSquare, "[");
  set(Tok::kLess, "<");
  set(Tok::kMinus, "-");
  set(Tok::kPlus, "+");
  set(Tok::kQuestion, "?");
  set(Tok::kRBrace, "}");
  set(Tok::kRParen, ")");
  set(Tok::kRSquare, "]");
  set(Tok::kSlash, "/");
  set(Tok::kStar, "*");
  set(Tok::kVerticalBar, "|");
  set(Tok::kTrailerBegin, "{-#");
  set(Tok::kTrailerEnd, "#-}");
  return s;
}();
static_assert(static_cast<size_t>(Tok::kTrailerEnd) + 1 == kSpellings.size());

// The kinds of tokens that a byte can begin. A kSingle byte is a token by
// itself, and only the few kOther bytes need a closer look.
enum class Lead : uint8_t {
  kBad,
  kSingle,  // LeadTable::single has the token kind
  kWord,
  kDigit,
  kPercent,
  kOther,
};

struct LeadTable {
  Lead lead[256] = {};
  Tok single[256] = {};
  bool blank[256] = {};
};

constexpr LeadTable kTable = [] {
  LeadTable t;
  for (int i = 0; i < 256; ++i) {
    const auto c = static_cast<char>(i);
    if (IsLetter(c) || c == '_') t.lead[i] = Lead::kWord;
    if (IsDigit(c)) t.lead[i] = Lead::kDigit;
  }
  for (size_t kind = 0; kind < kSpellings.size(); ++kind) {
    if (kSpellings[kind].size() != 1) continue;
    const auto c = static_cast<unsigned char>(kSpellings[kind][0]);
    t.lead[c] = Lead::kSingle;
    t.single[c] = static_cast<Tok>(kind);
  }
  for (char c : {'"', '@', '#', '!', '^', '-', '/', '{', '.', '\0'}) {
    t.lead[static_cast<unsigned char>(c)] = Lead::kOther;
  }
  t.lead[static_cast<int>('%')] = Lead::kPercent;
  for (char c : {' ', '\t', '\n', '\r'}) {
    t.blank[static_cast<unsigned char>(c)] = true;
  }
  return t;
}();

constexpr std::array<bool, 256> kWordChars = [] {
  std::array<bool, 256> t{};
  for (size_t i = 0; i < 256; ++i) {
    const auto c = static_cast<char>(i);
    t[i] = IsLetter(c) || IsDigit(c) || c == '_' || c == '$' || c == '.';
  }
  return t;
}();

}  // namespace

const std::array<bool, 256> kIsWordChar = kWordChars;
const std::array<bool, 256> kIsSuffixChar = [] {
  std::array<bool, 256> t = kWordChars;
  t[static_cast<size_t>('-')] = true;
  return t;
}();

std::string_view TokText(Tok kind) {
  return kSpellings[static_cast<size_t>(kind)];
}

Token Lexer::Fail(const char* begin, const char* where,
                  std::string_view error) {
  error_ = error;
  error_at_ = where;
  return Form(Tok::kError, begin);
}

void Lexer::SkipLineComment() {
  while (at_ < end_ && *at_ != '\n' && *at_ != '\r') ++at_;
}

Token Lexer::Next() {
  while (true) {
    const char* const begin = at_;
    const auto c = static_cast<unsigned char>(*at_++);
    if (kTable.blank[c]) continue;
    switch (kTable.lead[c]) {
      case Lead::kSingle:
        return Form(kTable.single[c], begin);
      case Lead::kWord:
        while (IsWordChar(*at_)) ++at_;
        return Form(Tok::kBareId, begin);
      case Lead::kDigit:
        return Number(begin);
      case Lead::kPercent:
        return Prefixed(Tok::kPercentId, begin, "invalid SSA name");
      case Lead::kBad:
        return Fail(begin, begin, "unexpected character");
      case Lead::kOther:
        break;
    }
    switch (c) {
      case '"':
        return String(begin);
      case '@':
        return AtId(begin);
      case '#':
        if (at_[0] == '-' && at_[1] == '}') {
          at_ += 2;
          return Form(Tok::kTrailerEnd, begin);
        }
        return Prefixed(Tok::kHashId, begin, "invalid attribute name");
      case '!':
        return Prefixed(Tok::kBangId, begin, "invalid type identifier");
      case '^':
        return Prefixed(Tok::kCaretId, begin, "invalid block name");
      case '-':
        if (*at_ != '>') return Form(Tok::kMinus, begin);
        ++at_;
        return Form(Tok::kArrow, begin);
      case '{':
        if (at_[0] != '-' || at_[1] != '#') return Form(Tok::kLBrace, begin);
        at_ += 2;
        return Form(Tok::kTrailerBegin, begin);
      case '/':
        if (*at_ != '/') return Form(Tok::kSlash, begin);
        SkipLineComment();
        continue;
      case '.':
        if (at_[0] != '.' || at_[1] != '.') {
          return Fail(begin, begin,
                      "expected three consecutive dots for an ellipsis");
        }
        at_ += 2;
        return Form(Tok::kEllipsis, begin);
      default:  // NUL
        if (begin < end_) continue;
        at_ = end_;
        return Form(Tok::kEof, begin);
    }
  }
}

Token Lexer::Number(const char* begin) {
  if (*begin == '0' && *at_ == 'x') {
    // Here `0xi32` is read as the integer 0, followed by a word.
    if (!IsHexDigit(at_[1])) return Form(Tok::kInteger, begin);
    at_ += 2;
    while (IsHexDigit(*at_)) ++at_;
    return Form(Tok::kInteger, begin);
  }
  while (IsDigit(*at_)) ++at_;
  if (*at_ != '.') return Form(Tok::kInteger, begin);
  ++at_;
  while (IsDigit(*at_)) ++at_;
  if (*at_ == 'e' || *at_ == 'E') {
    const bool sign = at_[1] == '-' || at_[1] == '+';
    if (IsDigit(at_[sign ? 2 : 1])) {
      at_ += sign ? 3 : 2;
      while (IsDigit(*at_)) ++at_;
    }
  }
  return Form(Tok::kFloat, begin);
}

Token Lexer::Prefixed(Tok kind, const char* begin, std::string_view error) {
  if (IsDigit(*at_)) {
    while (IsDigit(*at_)) ++at_;
  } else if (IsSuffixChar(*at_)) {
    while (IsSuffixChar(*at_)) ++at_;
  } else {
    return Fail(begin, begin, error);
  }
  return Form(kind, begin);
}

Token Lexer::AtId(const char* begin) {
  if (*at_ == '"') {
    const char* const quote = at_++;
    const Token string = String(quote);
    if (string.kind == Tok::kError) return string;
    if (at_ == quote + 2) return Fail(begin, quote, "a symbol needs a name");
    return Form(Tok::kAtId, begin);
  }
  if (!IsLetter(*at_) && *at_ != '_') {
    return Fail(begin, at_,
                "@ identifier expected to start with letter or '_'");
  }
  while (IsWordChar(*at_)) ++at_;
  return Form(Tok::kAtId, begin);
}

Token Lexer::String(const char* begin) {
  while (true) {
    const char c = *at_++;
    switch (c) {
      case '"':
        return Form(Tok::kString, begin);
      case '\0':
        if (at_ - 1 < end_) continue;
        [[fallthrough]];
      case '\n':
      case '\v':
      case '\f':
        --at_;
        return Fail(begin, at_, "expected '\"' in string literal");
      case '\\':
        if (*at_ == '"' || *at_ == '\\' || *at_ == 'n' || *at_ == 't') {
          ++at_;
        } else if (IsHexDigit(at_[0]) && IsHexDigit(at_[1])) {
          at_ += 2;
        } else {
          return Fail(begin, at_ - 1, "unknown escape in string literal");
        }
        continue;
      default:
        continue;
    }
  }
}

}  // namespace shardflow::internal
