#ifndef SHARDFLOW_TEXT_LEXER_H_
#define SHARDFLOW_TEXT_LEXER_H_

#include <array>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"

// Splits text into MLIR's tokens, without copying it.
//
//   Lexer lexer(text);            // text.data()[text.size()] == '\0'
//   for (Token t = lexer.Next(); t.kind != Tok::kEof; t = lexer.Next()) ...
//
// A token is a view of the text. All words are kBareId, including keywords and
// names of types; the parser compares their text. If the text is invalid, the
// token is a kError, and error() says why.

namespace shardflow::internal {

enum class Tok : uint8_t {
  kEof,
  kError,
  kBareId,     // foo, stablehlo.add, i32, true
  kPercentId,  // %foo, %12
  kCaretId,    // ^bb0
  kAtId,       // @foo, @"any string"
  kHashId,     // #foo, #dialect.attr, #1
  kBangId,     // !dialect.type
  kString,     // "...", including the quotes
  kInteger,    // 12, 0x1F
  kFloat,      // 1.0, 1.5e-3
  // Punctuation. TokText returns the spelling.
  kArrow,
  kColon,
  kComma,
  kEllipsis,
  kEqual,
  kGreater,
  kLBrace,
  kLParen,
  kLSquare,
  kLess,
  kMinus,
  kPlus,
  kQuestion,
  kRBrace,
  kRParen,
  kRSquare,
  kSlash,
  kStar,
  kVerticalBar,
  kTrailerBegin,  // {-#
  kTrailerEnd,    // #-}
};

// Returns the spelling in quotes, such as "','", or "" if the token isn't
// punctuation.
std::string_view TokText(Tok kind);

struct Token {
  Tok kind = Tok::kEof;
  const char* begin = nullptr;
  const char* end = nullptr;

  std::string_view text() const {
    return {begin, static_cast<size_t>(end - begin)};
  }
};

class Lexer {
 public:
  // A NUL byte must follow `text`, as it does in a std::string.
  explicit Lexer(std::string_view text)
      : begin_(text.data()), end_(begin_ + text.size()), at_(begin_) {}

  Token Next();
  // Continues at `at`, which must point into the text.
  void Reset(const char* at) { at_ = at; }

  const char* begin() const { return begin_; }
  const char* end() const { return end_; }
  // The error in the last kError token, and its position.
  std::string_view error() const { return error_; }
  const char* error_at() const { return error_at_; }

 private:
  Token Form(Tok kind, const char* begin) const { return {kind, begin, at_}; }
  Token Fail(const char* begin, const char* where, std::string_view error);
  void SkipLineComment();
  Token Number(const char* begin);
  Token Prefixed(Tok kind, const char* begin, std::string_view error);
  Token AtId(const char* begin);
  Token String(const char* begin);

  const char* begin_;
  const char* end_;
  const char* at_;
  std::string_view error_;
  const char* error_at_ = nullptr;
};

// The bytes that can continue a word: letters, digits, '_', '$' and '.'.
extern const std::array<bool, 256> kIsWordChar;
// The bytes that can continue a %name, ^name, #name, !name or @name: letters,
// digits, '_', '$', '.' and '-'.
extern const std::array<bool, 256> kIsSuffixChar;

inline bool IsWordChar(char c) {
  return kIsWordChar[static_cast<unsigned char>(c)];
}
inline bool IsSuffixChar(char c) {
  return kIsSuffixChar[static_cast<unsigned char>(c)];
}

// Appends the bytes that a string token represents. `token` includes the
// quotes. The escapes are \\ \" \n \t and \HH.
template <class String>
void AppendUnescaped(std::string_view token, String& out) {
  for (size_t i = 1; i + 1 < token.size(); ++i) {
    char c = token[i];
    if (c == '\\') {
      c = token[++i];
      if (c == 'n') {
        c = '\n';
      } else if (c == 't') {
        c = '\t';
      } else if (c != '"' && c != '\\') {
        c = static_cast<char>(HexValue(c) * 16 + HexValue(token[i + 1]));
        ++i;
      }
    }
    out.push_back(c);
  }
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_LEXER_H_
