#ifndef SHARDFLOW_BASE_APPEND_H_
#define SHARDFLOW_BASE_APPEND_H_

#include <cstdint>
#include <string>
#include <string_view>

// The small pieces of text that MLIR's printer is made of, appended to a
// string: the inverse of the lexer's tokens.

namespace shardflow::internal {

void AppendInt(int64_t value, std::string& out);
// `a"b` as "a\22b": quotes, backslashes and bytes that don't print are
// escaped.
void AppendQuoted(std::string_view text, std::string& out);
// A word if `text` is one (letters, digits, '_', '$', '.', not beginning with
// a digit, '$' or '.'), else quoted.
void AppendWordOrQuoted(std::string_view text, std::string& out);
// @name or @"any name".
inline void AppendSymbol(std::string_view name, std::string& out) {
  out.push_back('@');
  AppendWordOrQuoted(name, out);
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_APPEND_H_
