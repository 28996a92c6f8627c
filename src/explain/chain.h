#ifndef SHARDFLOW_EXPLAIN_CHAIN_H_
#define SHARDFLOW_EXPLAIN_CHAIN_H_

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "propagate/record.h"

// The history of a propagation, asked backwards.

namespace shardflow {

// An axis of a tensor: where it was annotated, and how it came from there.
struct AxisOrigin {
  AxisRef axis;  // the part that came this way
  TensorPlace annotated;
  int32_t dim = 0;                     // of `annotated`
  std::vector<const AxisMove*> moves;  // from there on
};

class History {
 public:
  explicit History(const std::vector<AxisMove>& moves);

  // The axis of a dimension as it is in the end. Several, if parts of it came
  // on different ways.
  std::vector<AxisOrigin> Origins(const TensorPlace& place, int32_t dim,
                                  const AxisRef& axis) const;
  // The move that brought the axis, or a part of it, there; null: it was there
  // from the start.
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

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_CHAIN_H_
