#ifndef SHARDFLOW_TESTS_EVALUATOR_RANDOM_SOURCE_H_
#define SHARDFLOW_TESTS_EVALUATOR_RANDOM_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardflow::internal {

// Random numbers that are the same with every standard library (splitmix64).
class RandomSource {
 public:
  explicit RandomSource(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15u) {}

  uint64_t Next() {
    state_ += 0x9E3779B97F4A7C15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // Returns a number in [low, high].
  int64_t In(int64_t low, int64_t high) {
    return low +
           static_cast<int64_t>(Next() % static_cast<uint64_t>(high - low + 1));
  }
  size_t Below(size_t count) { return Next() % count; }
  bool Chance(int percent) { return In(0, 99) < percent; }
  template <class T>
  const T& Of(const std::vector<T>& items) {
    return items[Below(items.size())];
  }
  template <class T>
  void Shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) {
      std::swap(items[i - 1], items[Below(i)]);
    }
  }

 private:
  uint64_t state_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_EVALUATOR_RANDOM_SOURCE_H_
