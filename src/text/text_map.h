#ifndef SHARDFLOW_TEXT_TEXT_MAP_H_
#define SHARDFLOW_TEXT_TEXT_MAP_H_

#include <cstddef>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/hash/hash.h"
#include "absl/strings/string_view.h"

// A hash map whose keys are pieces of text. (In Debian 12, Abseil can't hash
// std::string_view.)

namespace shardflow::internal {

struct TextHash {
  size_t operator()(std::string_view text) const {
    return absl::HashOf(absl::string_view(text.data(), text.size()));
  }
};

template <class V>
using TextMap = absl::flat_hash_map<std::string_view, V, TextHash,
                                    std::equal_to<std::string_view>>;

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_TEXT_MAP_H_
