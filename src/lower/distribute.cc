#include "lower/distribute.h"

#include <numeric>
#include <vector>

namespace shardflow::internal {
namespace {

struct Slot {
  size_t factor;
  int64_t left;  // how many more shards the factor can have
  std::vector<ResolvedAxis> axes, overflow;
};

// Offers the axis to each slot in turn, and sets `axis` to the part that didn't
// fit. Returns true if the whole axis was taken. Sets `used` if at least a part
// of it was taken.
bool Place(std::vector<Slot>& slots, ResolvedAxis& axis, bool& used) {
  for (Slot& slot : slots) {
    if (slot.left <= 1) continue;
    const int64_t size = axis.size();
    const int64_t part = std::gcd(slot.left, size);
    if (part == 1 && size != 1) continue;
    used = true;
    slot.left /= part;
    if (part == size) {
      AppendOrMerge(slot.axes, axis);
      return true;
    }
    AppendOrMerge(slot.axes, {axis.lo, axis.lo * part, axis.axis});
    axis.lo *= part;
  }
  return false;
}

}  // namespace

void Redistribute(Projection& projection, size_t tensor, ResolvedList axes) {
  const Rule& rule = projection.rule();
  std::vector<Slot> slots;
  for (size_t d = 0; d < rule.rank(tensor); ++d) {
    for (int32_t factor : rule.factors(tensor, d)) {
      const auto f = static_cast<size_t>(factor);
      if (!projection.at(tensor, f).present) continue;
      slots.push_back({f, rule.factor_size(f), {}, {}});
    }
  }
  if (slots.empty()) return;
  for (size_t i = 0; i < axes.size();) {
    ResolvedAxis axis = axes[i];
    bool used = true;
    bool placed = false;
    while (!placed && used) {
      used = false;
      placed = Place(slots, axis, used);
    }
    if (!placed) {
      slots.back().overflow.push_back(axis);
      slots.back().overflow.insert(slots.back().overflow.end(),
                                   axes.begin() + static_cast<ptrdiff_t>(i) + 1,
                                   axes.end());
      break;
    }
    ++i;
  }
  for (const Slot& slot : slots) {
    projection.Update(tensor, slot.factor, slot.axes, slot.overflow);
  }
}

}  // namespace shardflow::internal
