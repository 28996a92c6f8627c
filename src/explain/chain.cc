#include "explain/chain.h"

#include <algorithm>

#include "sharding/axis.h"

namespace shardflow::internal {

namespace {

bool IsSomewhere(const TensorPlace& place) {
  return place.value || place.result >= 0;
}

}  // namespace

History::History(std::span<const AxisMove> moves)
    : moves_(moves), at_(moves.size()) {
  size_t results = 0;
  for (const AxisMove& move : moves) {
    const TensorPlace& to = move.target;
    if (to.value) {
      value_count_ = std::max(value_count_, to.value.Slot() + 1);
    } else if (to.result >= 0) {
      results = std::max(results, static_cast<size_t>(to.result) + 1);
    }
  }
  first_.resize(value_count_ + results + 1);
  for (const AxisMove& move : moves) {
    if (IsSomewhere(move.target)) ++first_[SlotOf(move.target) + 1];
  }
  for (size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
  std::vector<uint32_t> next = first_;
  for (size_t i = 0; i < moves.size(); ++i) {
    const TensorPlace& to = moves[i].target;
    if (IsSomewhere(to)) at_[next[SlotOf(to)]++] = static_cast<uint32_t>(i);
  }
}

std::span<const uint32_t> History::MovesTo(const TensorPlace& place) const {
  if (!IsSomewhere(place)) return {};
  if (place.value && place.value.Slot() >= value_count_) return {};
  const size_t slot = SlotOf(place);
  if (slot + 1 >= first_.size()) return {};
  return std::span(at_).subspan(first_[slot], first_[slot + 1] - first_[slot]);
}

// Returns the first move that brought the whole axis or, if there is none, the
// first one that brought a part of it.
const AxisMove* History::ArrivalBefore(const TensorPlace& place, int32_t dim,
                                       const AxisRef& axis, size_t end) const {
  const AxisMove* part = nullptr;
  for (const uint32_t i : MovesTo(place)) {
    if (i >= end) break;
    const AxisMove& move = moves_[i];
    if (move.target_dim != dim) continue;
    if (Contains(move.axis, axis)) return &move;
    if (part == nullptr && Overlaps(move.axis, axis)) part = &move;
  }
  return part;
}

const AxisMove* History::Arrival(const TensorPlace& place, int32_t dim,
                                 const AxisRef& axis) const {
  return ArrivalBefore(place, dim, axis, moves_.size());
}

const AxisMove* History::Back(AxisOrigin& at, size_t& end) const {
  const AxisMove* const move =
      ArrivalBefore(at.annotated, at.dim, at.axis, end);
  if (move == nullptr) return nullptr;
  at.axis = Overlap(move->axis, at.axis).value_or(at.axis);
  at.annotated = move->source;
  at.dim = move->source_dim;
  end = static_cast<size_t>(move - moves_.data());
  return move;
}

AxisOrigin History::Follow(const TensorPlace& place, int32_t dim,
                           const AxisRef& axis) const {
  AxisOrigin origin{axis, place, dim, {}};
  size_t end = moves_.size();
  while (const AxisMove* move = Back(origin, end)) origin.moves.push_back(move);
  std::ranges::reverse(origin.moves);
  return origin;
}

std::vector<AxisRef> History::Parts(const TensorPlace& place, int32_t dim,
                                    const AxisRef& axis) const {
  std::vector<AxisRef> parts;
  for (const uint32_t i : MovesTo(place)) {
    const AxisMove& move = moves_[i];
    if (move.target_dim != dim) continue;
    if (Contains(move.axis, axis)) {  // the axis came as a whole
      parts.clear();
      break;
    }
    const std::optional<AxisRef> part = Overlap(move.axis, axis);
    if (part && std::ranges::find(parts, *part) == parts.end()) {
      parts.push_back(*part);
    }
  }
  if (parts.empty()) parts.push_back(axis);
  return parts;
}

std::vector<AxisOrigin> History::Origins(const TensorPlace& place, int32_t dim,
                                         const AxisRef& axis) const {
  std::vector<AxisOrigin> origins;
  for (const AxisRef& part : Parts(place, dim, axis)) {
    origins.push_back(Follow(place, dim, part));
  }
  return origins;
}

}  // namespace shardflow::internal
