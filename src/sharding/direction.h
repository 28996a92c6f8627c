#ifndef SHARDFLOW_SHARDING_DIRECTION_H_
#define SHARDFLOW_SHARDING_DIRECTION_H_

#include <cstdint>

// The direction in which axes may be propagated along a factor: from operands
// to results (forward), from results to operands (backward), both, or neither.
//
// The values are bit sets (kBoth = kForward | kBackward), so the union and the
// intersection of two directions are bit operations.

namespace shardflow::internal {

enum class Direction : uint8_t {
  kNone = 0,
  kForward = 1,
  kBackward = 2,
  kBoth = 3,
};

constexpr Direction operator|(Direction a, Direction b) {
  return static_cast<Direction>(static_cast<uint8_t>(a) |
                                static_cast<uint8_t>(b));
}
constexpr Direction operator&(Direction a, Direction b) {
  return static_cast<Direction>(static_cast<uint8_t>(a) &
                                static_cast<uint8_t>(b));
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_DIRECTION_H_
