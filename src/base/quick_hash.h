#ifndef SHARDFLOW_BASE_QUICK_HASH_H_
#define SHARDFLOW_BASE_QUICK_HASH_H_

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace shardflow::internal {

// Returns a hash of the end of the text, which is where names of ops and types
// differ. It takes less time than a hash of the whole text.
inline uint64_t QuickHash(std::string_view text) {
  std::array<uint64_t, 2> words = {};
  const size_t length = std::min(text.size(), sizeof(words));
  if (length == sizeof(words)) {
    std::memcpy(words.data(), text.data() + text.size() - length,
                sizeof(words));
  } else {
    std::memcpy(words.data(), text.data(), length);
  }
  const uint64_t hash =
      (words[0] + text.size()) * 0x9E3779B97F4A7C15u ^ words[1];
  return (hash ^ hash >> 32) * 0xD6E8FEB86659FD93u;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_QUICK_HASH_H_
