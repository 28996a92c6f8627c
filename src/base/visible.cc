#include "base/visible.h"

#include <cstddef>

#include "base/utf8.h"

namespace shardflow::internal {
namespace {

// Whether the character controls a terminal instead of being shown. `length` is
// 0 for a byte that isn't part of a character.
bool IsControl(std::string_view character, size_t length) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (length == 0) return true;
  if (length == 1) {
    return (first < 0x20 && first != '\n' && first != '\t') || first == 0x7F;
  }
  // U+0080 to U+009F, which some terminals obey, too.
  return first == 0xC2 && static_cast<unsigned char>(character[1]) < 0xA0;
}

void AppendHex(std::string_view bytes, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

}  // namespace

void AppendVisible(std::string_view text, std::string& out) {
  out.reserve(out.size() + text.size());
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    const std::string_view character = text.substr(0, length == 0 ? 1 : length);
    if (IsControl(character, length)) {
      AppendHex(character, out);
    } else {
      out += character;
    }
    text.remove_prefix(character.size());
  }
}

}  // namespace shardflow::internal
