#ifndef SHARDFLOW_BASE_SCANNER_H_
#define SHARDFLOW_BASE_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// Splits the text of a mesh or sharding outside a program, such as the value of
// a command-line flag, into tokens. The text may be in GSPMD's or Shardy's
// notation. Blanks and C comments may appear anywhere, and strings are in
// double or single quotes. (Programs have their own lexer, text/lexer.h.)
//
// `Try` functions consume their argument if it comes next, and return whether
// it did. Expect, ExpectEnd, Int, Ints and String set the error and return
// false if the text isn't what they expect.

namespace shardflow::internal {

class Scanner {
 public:
  Scanner(std::string_view text, Error& error) : text_(text), error_(error) {}

  // Returns the byte offset of the next token.
  size_t Offset() {
    SkipBlanks();
    return at_;
  }
  bool AtEnd() {
    SkipBlanks();
    return at_ == text_.size();
  }
  // Returns the next non-blank character, or 0 at the end.
  char Next() {
    SkipBlanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  // Returns the next word (letters, digits and '_') without consuming it, or ""
  // if the next token isn't a word.
  std::string_view NextWord();

  bool Try(std::string_view token);  // for punctuation, not words
  bool TryWord(std::string_view word);
  bool Expect(std::string_view token, std::string_view where);
  bool Int(int64_t& value);
  // Reads a string. The escapes are MLIR's: \\ \" \n \t and \HH; a backslash
  // before any other byte is dropped.
  bool String(std::string& value);
  // Reads a list `Int, Int, ...` up to and including `close`. The opening
  // bracket has already been consumed.
  bool Ints(std::string_view close, std::vector<int64_t>& values);
  // Returns the text from `begin` to the current position.
  std::string_view TextFrom(size_t begin) const {
    return text_.substr(begin, at_ - begin);
  }
  // Sets the error unless only blanks are left.
  bool ExpectEnd();

  bool Fail(size_t offset, std::string message, std::string hint = {}) {
    return error_.Set(offset, std::move(message), std::move(hint));
  }
  bool FailHere(std::string message, std::string hint = {}) {
    return Fail(Offset(), std::move(message), std::move(hint));
  }

 private:
  void SkipBlanks();

  std::string_view text_;
  size_t at_ = 0;
  Error& error_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_SCANNER_H_
