#ifndef SHARDFLOW_BASE_ANSI_H_
#define SHARDFLOW_BASE_ANSI_H_

#include <string>
#include <string_view>

// Terminal colours for the text that the library prints.

namespace shardflow::internal::ansi {

inline constexpr std::string_view kBold = "1", kDim = "2", kYellow = "33",
                                  kCyan = "36";

// Returns `text` wrapped in escape sequences, or unchanged if `on` is false.
inline std::string Painted(std::string_view text, std::string_view code,
                           bool on) {
  std::string out(text);
  if (!on || text.empty()) return out;
  return "\x1b[" + std::string(code) + "m" + out + "\x1b[0m";
}

}  // namespace shardflow::internal::ansi

#endif  // SHARDFLOW_BASE_ANSI_H_
