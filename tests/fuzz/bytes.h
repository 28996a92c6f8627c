#ifndef SHARDFLOW_TESTS_FUZZ_BYTES_H_
#define SHARDFLOW_TESTS_FUZZ_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

// Turns the bytes of an input into a series of decisions. Once the bytes are
// used up, every decision is the first choice.

namespace shardflow::internal::fuzz {

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}

  bool empty() const { return at_ >= bytes_.size(); }
  // Returns one of 0 .. count - 1; `count` must be from 1 to 256.
  size_t Choose(size_t count) {
    if (count < 2 || empty()) return 0;
    return static_cast<uint8_t>(bytes_[at_++]) % count;
  }
  template <class T>
  const T& OneOf(std::span<const T> items) {
    return items[Choose(items.size())];
  }
  // Returns true in `chance` of 256 cases.
  bool Maybe(size_t chance) { return Choose(256) >= 256 - chance; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

}  // namespace shardflow::internal::fuzz

#endif  // SHARDFLOW_TESTS_FUZZ_BYTES_H_
