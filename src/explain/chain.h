#ifndef SHARDFLOW_EXPLAIN_CHAIN_H_
#define SHARDFLOW_EXPLAIN_CHAIN_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "propagate/record.h"

// Follows the recorded history of a propagation backwards.

namespace shardflow::internal {

// Where an axis of a tensor was annotated, and the moves by which it came from
// there.
struct AxisOrigin {
  AxisRef axis;  // the part of the axis that came this way
  TensorPlace annotated;
  int32_t dim = 0;                     // the dimension of `annotated`
  std::vector<const AxisMove*> moves;  // the moves from there, in order
};

class History {
 public:
  explicit History(const std::vector<AxisMove>& moves);

  // Returns the chains of an axis that a dimension has at the end of
  // propagation. There are several if parts of the axis came by different ways.
  std::vector<AxisOrigin> Origins(const TensorPlace& place, int32_t dim,
                                  const AxisRef& axis) const;
  // Returns the move that brought the axis, or a part of it, to this place;
  // null if it was there from the start.
  const AxisMove* Arrival(const TensorPlace& place, int32_t dim,
                          const AxisRef& axis) const;

 private:
  using Key = std::pair<int32_t, int32_t>;  // value (or ~result), dimension
  static Key KeyOf(const TensorPlace& place, int32_t dim) {
    return {place.value ? place.value.index : ~place.result, dim};
  }
  const std::vector<size_t>* MovesTo(const TensorPlace& place,
                                     int32_t dim) const;
  const AxisMove* ArrivalBefore(const TensorPlace& place, int32_t dim,
                                const AxisRef& axis, size_t end) const;
  AxisOrigin Follow(const TensorPlace& place, int32_t dim,
                    const AxisRef& axis) const;

  const std::vector<AxisMove>& moves_;
  std::map<Key, std::vector<size_t>> by_target_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_CHAIN_H_
