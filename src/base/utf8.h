#ifndef SHARDFLOW_BASE_UTF8_H_
#define SHARDFLOW_BASE_UTF8_H_

#include <cstddef>
#include <string_view>

namespace shardflow::internal {

// Returns the length in bytes of the UTF-8 character at the beginning of
// `text`, or 0 if there is none. (Surrogates and overlong forms don't count.)
inline size_t Utf8Length(std::string_view text) {
  const auto byte = [&](size_t i) {
    return static_cast<unsigned char>(text[i]);
  };
  const auto follows = [&](size_t i, unsigned low = 0x80,
                           unsigned high = 0xBF) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  if (text.empty()) return 0;
  const unsigned char b = byte(0);
  if (b < 0x80) return 1;
  if (b >= 0xC2 && b <= 0xDF) return follows(1) ? 2 : 0;
  if (b >= 0xE0 && b <= 0xEF) {
    const bool ok =
        follows(1, b == 0xE0 ? 0xA0 : 0x80, b == 0xED ? 0x9F : 0xBF);
    return ok && follows(2) ? 3 : 0;
  }
  if (b >= 0xF0 && b <= 0xF4) {
    const bool ok =
        follows(1, b == 0xF0 ? 0x90 : 0x80, b == 0xF4 ? 0x8F : 0xBF);
    return ok && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_UTF8_H_
