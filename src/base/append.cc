#include "base/append.h"

#include <algorithm>
#include <charconv>

#include "base/ascii.h"

namespace shardflow::internal {
namespace {

bool IsWord(std::string_view text) {
  return !text.empty() && (IsLetter(text[0]) || text[0] == '_') &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return IsLetter(c) || IsDigit(c) || c == '_' || c == '$' || c == '.';
         });
}

}  // namespace

void AppendInt(int64_t value, std::string& out) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof(buffer), value).ptr;
  out.append(buffer, end);
}

void AppendQuoted(std::string_view text, std::string& out) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  out.push_back('"');
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      out.append("\\\\");
    } else if (byte < 0x20 || byte > 0x7E || c == '"') {
      out.push_back('\\');
      out.push_back(kHex[byte >> 4]);
      out.push_back(kHex[byte & 15]);
    } else {
      out.push_back(c);
    }
  }
  out.push_back('"');
}

void AppendWordOrQuoted(std::string_view text, std::string& out) {
  if (IsWord(text)) {
    out.append(text);
  } else {
    AppendQuoted(text, out);
  }
}

}  // namespace shardflow::internal
