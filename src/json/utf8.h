#ifndef SHARDFLOW_JSON_UTF8_H_
#define SHARDFLOW_JSON_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace shardflow::internal {

// Strings in JSON are Unicode, while strings in programs are arbitrary bytes.
// To avoid losing any bytes, a byte that isn't part of a UTF-8 character is
// written as a private-use character: the bytes 80 to FF become U+10FE80 to
// U+10FEFF. (If a program itself contains one of these characters, each byte of
// that character is written in this way, so that reading restores it.)
inline constexpr uint32_t kFirstToldByte = 0x10FE80;
inline constexpr uint32_t kLastToldByte = 0x10FEFF;
inline constexpr size_t kToldByteLength = 4;

inline void AppendToldByte(unsigned char byte, std::string& out) {
  out.append("\xF4\x8F");
  out.push_back(static_cast<char>(0xB8 | (byte >> 6)));
  out.push_back(static_cast<char>(0x80 | (byte & 0x3F)));
}
// Whether the character at the beginning of `text` represents a byte. `text`
// must be UTF-8.
inline bool IsToldByte(std::string_view text) {
  return text.starts_with("\xF4\x8F\xBA") || text.starts_with("\xF4\x8F\xBB");
}
// Returns the byte that the character represents. It consists of the two low
// bits of the character's third byte and the six low bits of the fourth byte.
inline char ToldByte(std::string_view character) {
  return static_cast<char>((character[2] & 3) << 6 | (character[3] & 0x3F));
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_UTF8_H_
