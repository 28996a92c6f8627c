#include "sharding/axis.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

#include "base/check.h"

namespace shardflow::internal {
namespace {

// Returns the place value after the last digit of a sub-axis (see axis.h).
int64_t SubAxisEnd(const AxisRef& sub_axis) {
  return std::max<int64_t>(1,
                           SaturatingProduct(PreSize(sub_axis), sub_axis.size));
}

// Two ranges of digits: their beginnings in ascending order, and their ends in
// ascending order.
struct Cuts {
  int64_t min_begin, max_begin, min_end, max_end;

  Cuts(const AxisRef& a, const AxisRef& b) {
    std::tie(min_begin, max_begin) = std::minmax({PreSize(a), PreSize(b)});
    std::tie(min_end, max_end) = std::minmax({SubAxisEnd(a), SubAxisEnd(b)});
  }

  bool Overlap() const { return min_end > max_begin; }
  bool Compatible() const {
    // The gap between the ranges must consist of whole digits.
    if (!Overlap()) return max_begin % min_end == 0;
    return min_end % max_begin == 0 && max_begin % min_begin == 0 &&
           max_end % min_end == 0;
  }
};

}  // namespace

int64_t SaturatingProduct(int64_t a, int64_t b) {
  int64_t product;
  if (__builtin_mul_overflow(a, b, &product)) {
    return std::numeric_limits<int64_t>::max();
  }
  return product;
}

int64_t AxisSize(const AxisRef& axis, const Mesh& mesh) {
  int64_t size = axis.size;
  if (axis.IsFull()) {
    const int index = mesh.AxisIndex(axis.name);
    if (index >= 0) size = mesh.axes[static_cast<size_t>(index)].size;
  }
  return std::max<int64_t>(1, size);
}

int64_t NextPreSize(const AxisRef& axis, const Mesh& mesh) {
  return axis.IsFull() ? AxisSize(axis, mesh) : SubAxisEnd(axis);
}

int64_t TotalSize(std::span<const AxisRef> axes, const Mesh& mesh) {
  int64_t total = 1;
  for (const AxisRef& axis : axes) {
    total = SaturatingProduct(total, AxisSize(axis, mesh));
  }
  return total;
}

bool Contains(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name) return false;
  if (a.IsFull()) return true;
  if (b.IsFull()) return false;
  return a.pre_size <= b.pre_size && SubAxisEnd(a) >= SubAxisEnd(b);
}

bool IsPrefix(const AxisRef& a, const AxisRef& b) {
  return Contains(b, a) && PreSize(a) == PreSize(b);
}

bool IsStrictPrefix(const AxisRef& a, const AxisRef& b) {
  return a != b && IsPrefix(a, b);
}

bool IsSuffix(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  return Contains(b, a) && NextPreSize(a, mesh) == NextPreSize(b, mesh);
}

bool Overlaps(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name) return false;
  if (a.IsFull() || b.IsFull()) return true;
  return Cuts(a, b).Overlap();
}

bool CanCoexist(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name || a.IsFull() || b.IsFull()) return true;
  return Cuts(a, b).Compatible();
}

std::optional<AxisRef> Overlap(const AxisRef& a, const AxisRef& b) {
  if (a.name != b.name) return std::nullopt;
  if (a.IsFull()) return b;
  if (b.IsFull()) return a;
  const Cuts cuts(a, b);
  if (!cuts.Overlap() || !cuts.Compatible()) return std::nullopt;
  return AxisRef::Sub(a.name, cuts.max_begin, cuts.min_end / cuts.max_begin);
}

std::optional<AxisRef> PrefixWithoutOverlap(const AxisRef& a,
                                            const AxisRef& b) {
  if (!CanCoexist(a, b)) return std::nullopt;
  if (!Overlaps(a, b)) return a;
  const int64_t begin = PreSize(a);
  const int64_t end = PreSize(b);
  if (begin >= end) return std::nullopt;
  return AxisRef::Sub(a.name, begin, end / begin);
}

std::optional<AxisRef> SuffixWithoutOverlap(const AxisRef& a, const AxisRef& b,
                                            const Mesh& mesh) {
  if (!CanCoexist(a, b)) return std::nullopt;
  if (!Overlaps(a, b)) return a;
  const int64_t begin = NextPreSize(b, mesh);
  const int64_t end = NextPreSize(a, mesh);
  if (begin >= end) return std::nullopt;
  return AxisRef::Sub(a.name, begin, end / begin);
}

std::optional<AxisRef> CommonPrefix(const AxisRef& a, const AxisRef& b) {
  if (!CanCoexist(a, b)) return std::nullopt;
  if (IsPrefix(a, b)) return a;
  if (IsPrefix(b, a)) return b;
  return std::nullopt;
}

bool CanMerge(const AxisRef& a, const AxisRef& b) {
  return a.name == b.name && !a.IsFull() && !b.IsFull() &&
         SubAxisEnd(a) == b.pre_size;
}

AxisRef Merge(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  SHARDFLOW_DCHECK(CanMerge(a, b));
  const AxisRef merged =
      AxisRef::Sub(a.name, a.pre_size, SaturatingProduct(a.size, b.size));
  const AxisRef full = AxisRef::Full(a.name);
  return merged.size == AxisSize(full, mesh) ? full : merged;
}

bool SubAxisLess(const AxisRef& a, const AxisRef& b) {
  if (a.IsFull()) return PreSize(b) > 1;
  if (b.IsFull()) return a.pre_size == 1;
  if (a.pre_size != b.pre_size) return a.pre_size < b.pre_size;
  return a.size < b.size;
}

bool MeshOrderLess(const AxisRef& a, const AxisRef& b, const Mesh& mesh) {
  if (a.name == b.name) return SubAxisLess(a, b);
  return mesh.AxisIndex(a.name) < mesh.AxisIndex(b.name);
}

bool NameOrderLess(const AxisRef& a, const AxisRef& b,
                   const StringStore& names) {
  if (a.name == b.name) return SubAxisLess(a, b);
  return names.Get(a.name) < names.Get(b.name);
}

bool ListLess(std::span<const AxisRef> a, std::span<const AxisRef> b,
              const StringStore& names) {
  if (a.size() != b.size()) return a.size() < b.size();
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) return NameOrderLess(a[i], b[i], names);
  }
  return false;
}

PrefixStatus ListPrefixStatus(std::span<const AxisRef> a,
                              std::span<const AxisRef> b) {
  if (a.empty()) {
    return b.empty() ? PrefixStatus::kEqual : PrefixStatus::kStrictPrefix;
  }
  if (a.size() > b.size()) return PrefixStatus::kNotAPrefix;
  const size_t last = a.size() - 1;
  for (size_t i = 0; i < last; ++i) {
    if (a[i] != b[i]) return PrefixStatus::kNotAPrefix;
  }
  if (a.size() == b.size() && a[last] == b[last]) return PrefixStatus::kEqual;
  return IsPrefix(a[last], b[last]) ? PrefixStatus::kStrictPrefix
                                    : PrefixStatus::kNotAPrefix;
}

std::vector<AxisRef> CommonPrefix(std::span<const AxisRef> a,
                                  std::span<const AxisRef> b) {
  std::vector<AxisRef> common;
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) {
      common.push_back(a[i]);
      continue;
    }
    if (const auto prefix = CommonPrefix(a[i], b[i])) common.push_back(*prefix);
    break;
  }
  return common;
}

void AppendOrMerge(std::vector<AxisRef>& axes, const AxisRef& axis,
                   const Mesh& mesh) {
  if (!axes.empty() && CanMerge(axes.back(), axis)) {
    axes.back() = Merge(axes.back(), axis, mesh);
  } else {
    axes.push_back(axis);
  }
}

void SortAndMerge(std::vector<AxisRef>& axes, const Mesh& mesh) {
  std::sort(axes.begin(), axes.end(), [&](const AxisRef& a, const AxisRef& b) {
    return MeshOrderLess(a, b, mesh);
  });
  std::vector<AxisRef> merged;
  merged.reserve(axes.size());
  for (const AxisRef& axis : axes) AppendOrMerge(merged, axis, mesh);
  axes = std::move(merged);
}

bool AnyOverlap(std::span<const AxisRef> a, std::span<const AxisRef> b) {
  for (const AxisRef& x : a) {
    for (const AxisRef& y : b) {
      if (Overlaps(x, y)) return true;
    }
  }
  return false;
}

std::optional<AxisRef> PrefixWithoutOverlap(const AxisRef& axis,
                                            std::span<const AxisRef> others) {
  std::optional<AxisRef> prefix = axis;
  for (const AxisRef& other : others) {
    prefix = PrefixWithoutOverlap(*prefix, other);
    if (!prefix) break;
  }
  return prefix;
}

namespace {

// Orders names by their ids. Any total order of names will do where references
// to the same axis only have to be neighbours.
bool NameIdOrderLess(const AxisRef& a, const AxisRef& b) {
  return a.name == b.name ? SubAxisLess(a, b) : a.name < b.name;
}

// Returns the first axis of the sorted list that overlaps with `axis`, or null.
// It can only be the lower bound or the element before that, because axes in
// the list don't overlap each other.
const AxisRef* FirstOverlapping(const AxisRef& axis,
                                const std::vector<AxisRef>& sorted) {
  const auto after =
      std::lower_bound(sorted.begin(), sorted.end(), axis, NameIdOrderLess);
  if (after != sorted.begin() && Overlaps(axis, *(after - 1))) {
    return &*(after - 1);
  }
  if (after != sorted.end() && Overlaps(axis, *after)) return &*after;
  return nullptr;
}

}  // namespace

std::vector<AxisRef> AxesDifference(std::span<const AxisRef> a,
                                    std::span<const AxisRef> b,
                                    const Mesh& mesh) {
  std::vector<AxisRef> sorted(b.begin(), b.end());
  std::sort(sorted.begin(), sorted.end(), NameIdOrderLess);
  std::vector<AxisRef> difference;
  for (const AxisRef& axis : a) {
    std::optional<AxisRef> rest = axis;
    while (rest) {
      const AxisRef* const other = FirstOverlapping(*rest, sorted);
      if (other == nullptr) {
        difference.push_back(*rest);
        break;
      }
      if (const auto prefix = PrefixWithoutOverlap(*rest, *other)) {
        difference.push_back(*prefix);
      }
      rest = SuffixWithoutOverlap(*rest, *other, mesh);
    }
  }
  return difference;
}

std::vector<AxisRef> SplitMeshAxes(const Mesh& mesh,
                                   std::span<const AxisRef> axes) {
  std::vector<AxisRef> split;
  std::vector<int64_t> cuts;
  for (const MeshAxis& mesh_axis : mesh.axes) {
    cuts.clear();
    for (const AxisRef& axis : axes) {
      if (axis.name != mesh_axis.name || axis.IsFull()) continue;
      cuts.push_back(axis.pre_size);
      cuts.push_back(SubAxisEnd(axis));
    }
    if (cuts.empty()) {
      split.push_back(AxisRef::Full(mesh_axis.name));
      continue;
    }
    cuts.push_back(1);
    cuts.push_back(mesh_axis.size);
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    for (size_t i = 0; i + 1 < cuts.size(); ++i) {
      split.push_back(
          AxisRef::Sub(mesh_axis.name, cuts[i], cuts[i + 1] / cuts[i]));
    }
  }
  return split;
}

}  // namespace shardflow::internal
