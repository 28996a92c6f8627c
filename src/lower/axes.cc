#include "lower/axes.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "sharding/axis.h"

namespace shardflow::internal {

Axes Beyond(ResolvedList axes, ResolvedList prefix) {
  Axes rest;
  for (size_t i = prefix.empty() ? 0 : prefix.size() - 1; i < axes.size();
       ++i) {
    if (i >= prefix.size()) {
      rest.push_back(axes[i]);
    } else if (prefix[i].hi < axes[i].hi) {
      rest.push_back({prefix[i].hi, axes[i].hi, axes[i].axis});
    }
  }
  return rest;
}

bool SameLayout(ResolvedList a, ResolvedList b) {
  size_t i = 0, j = 0;
  while (true) {
    while (i < a.size() && a[i].size() == 1) ++i;
    while (j < b.size() && b[j].size() == 1) ++j;
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (!(a[i++] == b[j++])) return false;
  }
}

bool SameSet(ResolvedList a, ResolvedList b) {
  if (ListsEqual(a, b)) return true;
  Axes first(a.begin(), a.end()), second(b.begin(), b.end());
  for (Axes* const axes : {&first, &second}) {
    std::erase_if(*axes, [](const ResolvedAxis& x) { return x.size() == 1; });
    SortAndMerge(*axes);
  }
  return first == second;
}

Axes Difference(ResolvedList a, ResolvedList b) {
  Axes sorted(b.begin(), b.end());
  std::sort(sorted.begin(), sorted.end(), MeshOrder{});
  Axes difference;
  for (const ResolvedAxis& axis : a) {
    std::optional<ResolvedAxis> rest = axis;
    while (rest) {
      const auto other =
          std::find_if(sorted.begin(), sorted.end(),
                       [&](const auto& item) { return Overlaps(item, *rest); });
      if (other == sorted.end()) {
        difference.push_back(*rest);
        break;
      }
      if (const auto prefix = PrefixWithoutOverlap(*rest, *other)) {
        difference.push_back(*prefix);
      }
      rest = SuffixWithoutOverlap(*rest, *other);
    }
  }
  return difference;
}

bool AreWithin(ResolvedList axes, ResolvedList others) {
  return std::all_of(axes.begin(), axes.end(), [&](const ResolvedAxis& axis) {
    return std::any_of(
        others.begin(), others.end(), [&](const ResolvedAxis& other) {
          return Contains(other, axis) && CanCoexist(other, axis);
        });
  });
}

}  // namespace shardflow::internal
