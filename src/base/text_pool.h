#ifndef SHARDFLOW_BASE_TEXT_POOL_H_
#define SHARDFLOW_BASE_TEXT_POOL_H_

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"

namespace shardflow::internal {

// Owns strings for code that stores them as std::string_views. A view stays
// valid as long as the pool lives, because strings are never moved or removed.
class TextPool {
 public:
  // Stores the text and returns the stored copy.
  std::string_view Add(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > left_) Grow(text.size());
    char* const at = next_;
    std::memcpy(at, text.data(), text.size());
    next_ += text.size();
    left_ -= text.size();
    return {at, text.size()};
  }

  // Stores the text and returns the stored copy, which is the same for all
  // calls with equal text.
  std::string_view Intern(std::string_view text) {
    const auto at = known_.find(text);
    return at != known_.end() ? *at : *known_.insert(Add(text)).first;
  }

 private:
  static constexpr size_t kBlockBytes = 1 << 16;

  void Grow(size_t bytes) {
    left_ = std::max(bytes, kBlockBytes);
    blocks_.push_back(std::unique_ptr<char[]>(new char[left_]));
    next_ = blocks_.back().get();
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  size_t left_ = 0;
  absl::flat_hash_set<std::string_view> known_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_TEXT_POOL_H_
