#include "explain/chain.h"

#include <algorithm>

#include "sharding/axis.h"

namespace shardflow::internal {

History::History(const std::vector<AxisMove>& moves) : moves_(moves) {
  for (size_t i = 0; i < moves.size(); ++i) {
    by_target_[KeyOf(moves[i].target, moves[i].target_dim)].push_back(i);
  }
}

const std::vector<size_t>* History::MovesTo(const TensorPlace& place,
                                            int32_t dim) const {
  const auto at = by_target_.find(KeyOf(place, dim));
  return at == by_target_.end() ? nullptr : &at->second;
}

// Returns the first move that brought the whole axis; if there is none, the
// first that brought a part of it.
const AxisMove* History::ArrivalBefore(const TensorPlace& place, int32_t dim,
                                       const AxisRef& axis, size_t end) const {
  const std::vector<size_t>* const moves = MovesTo(place, dim);
  if (moves == nullptr) return nullptr;
  const AxisMove* part = nullptr;
  for (const size_t i : *moves) {
    if (i >= end) break;
    const AxisMove& move = moves_[i];
    if (Contains(move.axis, axis)) return &move;
    if (part == nullptr && Overlaps(move.axis, axis)) part = &move;
  }
  return part;
}

const AxisMove* History::Arrival(const TensorPlace& place, int32_t dim,
                                 const AxisRef& axis) const {
  return ArrivalBefore(place, dim, axis, moves_.size());
}

AxisOrigin History::Follow(const TensorPlace& place, int32_t dim,
                           const AxisRef& axis) const {
  AxisOrigin origin{axis, place, dim, {}};
  size_t end = moves_.size();
  while (const AxisMove* move =
             ArrivalBefore(origin.annotated, origin.dim, origin.axis, end)) {
    origin.axis = Overlap(move->axis, origin.axis).value_or(origin.axis);
    origin.annotated = move->source;
    origin.dim = move->source_dim;
    origin.moves.push_back(move);
    end = static_cast<size_t>(move - moves_.data());
  }
  std::ranges::reverse(origin.moves);
  return origin;
}

std::vector<AxisOrigin> History::Origins(const TensorPlace& place, int32_t dim,
                                         const AxisRef& axis) const {
  const std::vector<size_t>* const moves = MovesTo(place, dim);
  std::vector<AxisRef> parts;
  const bool in_one_piece =
      moves == nullptr || std::ranges::any_of(*moves, [&](size_t i) {
        return Contains(moves_[i].axis, axis);
      });
  if (!in_one_piece) {
    for (const size_t i : *moves) {
      const std::optional<AxisRef> part = Overlap(moves_[i].axis, axis);
      if (part && std::ranges::find(parts, *part) == parts.end()) {
        parts.push_back(*part);
      }
    }
  }
  if (parts.empty()) parts.push_back(axis);
  std::vector<AxisOrigin> origins;
  for (const AxisRef& part : parts) {
    origins.push_back(Follow(place, dim, part));
  }
  return origins;
}

}  // namespace shardflow::internal
