#ifndef SHARDFLOW_BASE_APPEND_H_
#define SHARDFLOW_BASE_APPEND_H_

#include <cstdint>
#include <string>
#include <string_view>

// Appends tokens to a string, spelled as MLIR's printer spells them. This is
// the inverse of the lexer.

namespace shardflow::internal {

void AppendInt(int64_t value, std::string& out);
// Appends `text` in double quotes. Quotes, backslashes and unprintable bytes
// are escaped: `a"b` becomes "a\22b".
void AppendQuoted(std::string_view text, std::string& out);
// Appends `text` unquoted if it is an MLIR identifier (letters, digits, '_',
// '$' and '.', starting with a letter or '_'), and quoted otherwise.
void AppendWordOrQuoted(std::string_view text, std::string& out);
// Appends `@name`, or `@"any name"` if the name isn't an identifier.
inline void AppendSymbol(std::string_view name, std::string& out) {
  out.push_back('@');
  AppendWordOrQuoted(name, out);
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_APPEND_H_
