#ifndef SHARDFLOW_AUTO_RANDOM_H_
#define SHARDFLOW_AUTO_RANDOM_H_

#include <cstdint>

// Random numbers that are the same on all machines, unlike those from the
// distributions of <random>. (SplitMix64, public domain.)

namespace shardflow::internal {

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Returns a number below n, which must not be 0.
  uint32_t Below(uint32_t n) {
    return static_cast<uint32_t>(((Next() >> 32) * n) >> 32);
  }

 private:
  uint64_t state_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_RANDOM_H_
