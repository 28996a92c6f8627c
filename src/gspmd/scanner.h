#ifndef SHARDFLOW_GSPMD_SCANNER_H_
#define SHARDFLOW_GSPMD_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gspmd/hlo_sharding.h"

// The tokens of sharding texts, GSPMD's and Shardy's alike: blanks and
// /* comments */ are free everywhere, strings are in "..." or '...'.
//
// `Try` functions take what they name if it is next and say whether it was;
// the others set the error if it isn't, and return false.

namespace shardflow::gspmd {

class Scanner {
 public:
  Scanner(std::string_view text, TextError& error)
      : text_(text), error_(error) {}

  // The offset of the next token.
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
  TextError& error_;
};

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_SCANNER_H_
