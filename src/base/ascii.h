#ifndef SHARDFLOW_BASE_ASCII_H_
#define SHARDFLOW_BASE_ASCII_H_

// Classes of ASCII characters. Unlike the functions of <cctype>, these don't
// depend on the locale, and accept any char.

namespace shardflow::internal {

constexpr bool IsDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool IsHexDigit(char c) {
  return IsDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
// `c` must be a hexadecimal digit.
constexpr int HexValue(char c) {
  return IsDigit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_ASCII_H_
