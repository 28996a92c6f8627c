#include "base/scanner.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "base/ascii.h"

namespace shardflow::internal {
namespace {

bool IsWordByte(char c) { return IsLetter(c) || IsDigit(c) || c == '_'; }

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Appends the byte that an escape stands for. `text` is what follows the
// backslash, and isn't empty. Returns how many of its bytes belong to the
// escape.
size_t AppendEscape(std::string_view text, std::string& out) {
  if (text.size() >= 2 && IsHexDigit(text[0]) && IsHexDigit(text[1])) {
    unsigned byte = 0;
    std::from_chars(text.data(), text.data() + 2, byte, 16);
    out.push_back(static_cast<char>(byte));
    return 2;
  }
  const char c = text[0];
  out.push_back(c == 'n' ? '\n' : c == 't' ? '\t' : c);
  return 1;
}

constexpr std::string_view kEscapedHint =
    "this seems to be copied from inside an MLIR string: write \" for each "
    "\\22";

}  // namespace

void Scanner::SkipBlanks() {
  while (at_ < text_.size()) {
    if (IsBlank(text_[at_])) {
      ++at_;
    } else if (text_.substr(at_).starts_with("/*")) {
      const size_t end = text_.find("*/", at_ + 2);
      // Don't skip an unclosed comment. No token begins with '/', so the next
      // read will report it.
      if (end == std::string_view::npos) return;
      at_ = end + 2;
    } else {
      return;
    }
  }
}

std::string_view Scanner::NextWord() {
  SkipBlanks();
  size_t end = at_;
  while (end < text_.size() && IsWordByte(text_[end])) ++end;
  return text_.substr(at_, end - at_);
}

bool Scanner::Try(std::string_view token) {
  SkipBlanks();
  if (!text_.substr(at_).starts_with(token)) return false;
  at_ += token.size();
  return true;
}

bool Scanner::TryWord(std::string_view word) {
  if (NextWord() != word) return false;
  at_ += word.size();
  return true;
}

bool Scanner::Expect(std::string_view token, std::string_view where) {
  if (Try(token)) return true;
  if (Next() == '\\') {
    return FailHere(fmt::format("expected '{}' {}", token, where),
                    std::string(kEscapedHint));
  }
  return FailHere(fmt::format("expected '{}' {}", token, where));
}

bool Scanner::Int(int64_t& value) {
  SkipBlanks();
  const char* const begin = text_.data() + at_;
  const auto [end, code] =
      std::from_chars(begin, text_.data() + text_.size(), value);
  if (code == std::errc::result_out_of_range) {
    return FailHere("integer too large");
  }
  if (code != std::errc()) return FailHere("expects integer");
  at_ += static_cast<size_t>(end - begin);
  return true;
}

bool Scanner::String(std::string& value) {
  const char quote = Next();
  if (quote != '"' && quote != '\'') {
    return FailHere("expects string", quote == '\\'
                                          ? std::string(kEscapedHint)
                                          : "names are quoted: 'x' or \"x\"");
  }
  value.clear();
  for (size_t i = at_ + 1; i < text_.size(); ++i) {
    if (text_[i] == quote) {
      at_ = i + 1;
      return true;
    }
    if (text_[i] == '\\' && i + 1 < text_.size()) {
      i += AppendEscape(text_.substr(i + 1), value);
    } else {
      value.push_back(text_[i]);
    }
  }
  return FailHere("string is not closed");
}

bool Scanner::Ints(std::string_view close, std::vector<int64_t>& values) {
  do {
    int64_t value = 0;
    if (!Int(value)) return false;
    values.push_back(value);
  } while (Try(","));
  return Expect(close, "to end the list");
}

bool Scanner::ExpectEnd() {
  return AtEnd() || FailHere("unexpected text after the sharding");
}

}  // namespace shardflow::internal
