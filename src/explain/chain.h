#ifndef SHARDFLOW_EXPLAIN_CHAIN_H_
#define SHARDFLOW_EXPLAIN_CHAIN_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "propagate/record.h"

// Follows the recorded history of a propagation backwards, to find where axes
// came from.

namespace shardflow::internal {

// Where an axis of a tensor was annotated, and the moves that brought it from
// there to the tensor.
struct AxisOrigin {
  AxisRef axis;  // the part of the axis that came this way
  TensorPlace annotated;
  int32_t dim = 0;                     // the axis's dimension at `annotated`
  std::vector<const AxisMove*> moves;  // the moves from `annotated`, in order
};

class History {
 public:
  // `moves` must outlive this object.
  explicit History(std::span<const AxisMove> moves);

  // Returns the origins of an axis that a dimension has at the end of
  // propagation. There are several if parts of the axis came by different
  // routes.
  std::vector<AxisOrigin> Origins(const TensorPlace& place, int32_t dim,
                                  const AxisRef& axis) const;
  // Returns the parts of an axis that came by different routes, one for each
  // origin.
  std::vector<AxisRef> Parts(const TensorPlace& place, int32_t dim,
                             const AxisRef& axis) const;
  // Takes `at` one step back towards the origin of its axis: finds the last
  // move before index `end` that brought the axis there, and undoes it. Returns
  // the move, and sets `end` to its index. In the first call, `end` must be
  // size(). Returns null if `at` is the origin. Doesn't add to `at.moves`.
  const AxisMove* Back(AxisOrigin& at, size_t& end) const;
  size_t size() const { return moves_.size(); }
  const AxisMove& move(size_t index) const { return moves_[index]; }
  // Returns the move that brought the axis, or a part of it, to this dimension,
  // or null if it was there from the start.
  const AxisMove* Arrival(const TensorPlace& place, int32_t dim,
                          const AxisRef& axis) const;

 private:
  // Returns the indices of the moves to any dimension of the place, in order.
  std::span<const uint32_t> MovesTo(const TensorPlace& place) const;
  // Returns the index into first_ for the place.
  size_t SlotOf(const TensorPlace& place) const {
    return place.value ? place.value.Slot()
                       : value_count_ + static_cast<size_t>(place.result);
  }
  const AxisMove* ArrivalBefore(const TensorPlace& place, int32_t dim,
                                const AxisRef& axis, size_t end) const;
  AxisOrigin Follow(const TensorPlace& place, int32_t dim,
                    const AxisRef& axis) const;

  const std::span<const AxisMove> moves_;
  // The indices of the moves to the place with slot i are at_[first_[i]] to
  // at_[first_[i + 1] - 1]. Slots of the main function's results come after
  // those of all values.
  size_t value_count_ = 0;
  std::vector<uint32_t> first_, at_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_CHAIN_H_
