#ifndef SHARDFLOW_BASE_SCANNER_H_
#define SHARDFLOW_BASE_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

// The tokens of a sharding that stands alone, as on a command line, GSPMD's or
// Shardy's: blanks and /* comments */ may stand anywhere, and strings are
// written "..." or '...'. (Inside programs, text/lexer.h does this job.)
//
// The `Try` functions consume what they name if it comes next, and return
// whether they did. The others set the error if it doesn't, and return false.

namespace shardflow::internal {

class Scanner {
 public:
  Scanner(std::string_view text, Error& error) : text_(text), error_(error) {}

  // The offset of the next token, in bytes.
  size_t Offset() {
    SkipBlanks();
    return at_;
  }
  bool AtEnd() {
    SkipBlanks();
    return at_ == text_.size();
  }
  // The next character; 0 at the end.
  char Next() {
    SkipBlanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  // The next word, of letters, digits and '_', without taking it; may be empty.
  std::string_view NextWord();

  bool Try(std::string_view token);  // for punctuation
  bool TryWord(std::string_view word);
  bool Expect(std::string_view token, std::string_view where);
  bool Int(int64_t& value);
  // Escapes are MLIR's: \\ \" \n \t and \HH; before any other byte the
  // backslash is dropped.
  bool String(std::string& value);
  // `Int, Int, ...` up to and including `close`; the opening bracket was taken.
  bool Ints(std::string_view close, std::vector<int64_t>& values);
  // The text from `begin` up to the current position.
  std::string_view TextFrom(size_t begin) const {
    return text_.substr(begin, at_ - begin);
  }
  // Only blanks are left.
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
