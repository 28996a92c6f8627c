#ifndef SHARDFLOW_SHARDING_RESOLVED_H_
#define SHARDFLOW_SHARDING_RESOLVED_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sharding/sharding.h"

// Axis references bound to one mesh: plain integers instead of names.
//
//   on <"x"=2, "y"=16>:   "x"        {axis 0, 1, 2}
//                         "y"        {axis 1, 1, 16}
//                         "y":(2)4   {axis 1, 2, 8}
//
// `lo` is the place value of the first digit, and `hi` the place value after
// the last one. A prefix of an axis has the same `lo`. When two sub-axes are
// neighbours, `hi` of the major one is `lo` of the minor one. Two axes overlap
// in [max lo, min hi). On one mesh, references are equal if and only if the
// integers are. The functions have the same names and meanings as those in
// sharding/axis.h, where they are described.

namespace shardflow::internal {

struct ResolvedAxis {
  int64_t lo = 1;
  int64_t hi = 1;
  int64_t axis = 0;  // the position in the mesh; 64 bits avoid padding

  int64_t size() const { return hi / lo; }
  friend bool operator==(const ResolvedAxis&, const ResolvedAxis&) = default;
};

using ResolvedList = std::span<const ResolvedAxis>;

// Compares axes by their order in the mesh, and sub-axes of one axis by their
// place in it (MeshOrderLess in axis.h).
struct MeshOrder {
  bool operator()(const ResolvedAxis& a, const ResolvedAxis& b) const {
    if (a.axis != b.axis) return a.axis < b.axis;
    return a.lo != b.lo ? a.lo < b.lo : a.hi < b.hi;
  }
};

inline bool IsPrefix(const ResolvedAxis& a, const ResolvedAxis& b) {
  return a.axis == b.axis && a.lo == b.lo && a.hi <= b.hi;
}

inline bool Contains(const ResolvedAxis& a, const ResolvedAxis& b) {
  return a.axis == b.axis && a.lo <= b.lo && b.hi <= a.hi;
}

// An axis of size 1 has no digits, but it overlaps with itself.
inline bool Overlaps(const ResolvedAxis& a, const ResolvedAxis& b) {
  return a.axis == b.axis && ((a.lo < b.hi && b.lo < a.hi) || a == b);
}

// Whether the axis of `a` and `b` can be split into pieces such that both
// consist of whole pieces. Always true if they refer to different axes.
inline bool CanCoexist(const ResolvedAxis& a, const ResolvedAxis& b) {
  if (a.axis != b.axis) return true;
  const int64_t lo = a.lo > b.lo ? a.lo : b.lo;
  const int64_t hi = a.hi < b.hi ? a.hi : b.hi;
  if (hi <= lo) return lo % hi == 0;
  return hi % lo == 0 && lo % (a.lo < b.lo ? a.lo : b.lo) == 0 &&
         (a.hi > b.hi ? a.hi : b.hi) % hi == 0;
}

inline std::optional<ResolvedAxis> Overlap(const ResolvedAxis& a,
                                           const ResolvedAxis& b) {
  if (!Overlaps(a, b) || !CanCoexist(a, b)) return std::nullopt;
  return ResolvedAxis{a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi,
                      a.axis};
}

inline std::optional<ResolvedAxis> PrefixWithoutOverlap(const ResolvedAxis& a,
                                                        const ResolvedAxis& b) {
  if (a.axis != b.axis) return a;
  if (!CanCoexist(a, b)) return std::nullopt;
  if (!Overlaps(a, b)) return a;
  if (a.lo >= b.lo) return std::nullopt;
  return ResolvedAxis{a.lo, b.lo, a.axis};
}

inline std::optional<ResolvedAxis> SuffixWithoutOverlap(const ResolvedAxis& a,
                                                        const ResolvedAxis& b) {
  if (a.axis != b.axis) return a;
  if (!CanCoexist(a, b)) return std::nullopt;
  if (!Overlaps(a, b)) return a;
  if (a.hi <= b.hi) return std::nullopt;
  return ResolvedAxis{b.hi, a.hi, a.axis};
}

inline std::optional<ResolvedAxis> CommonPrefix(const ResolvedAxis& a,
                                                const ResolvedAxis& b) {
  if (!CanCoexist(a, b)) return std::nullopt;
  if (IsPrefix(a, b)) return a;
  if (IsPrefix(b, a)) return b;
  return std::nullopt;
}

inline bool CanMerge(const ResolvedAxis& a, const ResolvedAxis& b) {
  return a.axis == b.axis && a.hi == b.lo && a.lo < a.hi;
}

inline ResolvedAxis Merge(const ResolvedAxis& a, const ResolvedAxis& b) {
  return {a.lo, b.hi, a.axis};
}

inline void AppendOrMerge(std::vector<ResolvedAxis>& axes,
                          const ResolvedAxis& axis) {
  if (!axes.empty() && CanMerge(axes.back(), axis)) {
    axes.back() = Merge(axes.back(), axis);
  } else {
    axes.push_back(axis);
  }
}

// Sorts the axes in mesh order and merges adjacent sub-axes. The axes must not
// overlap.
void SortAndMerge(std::vector<ResolvedAxis>& axes);

// Returns the product of the axes' sizes, that is, the number of shards; at
// most INT64_MAX.
int64_t Product(ResolvedList axes);

// Whether `a` is a prefix of `b` and not equal to it (see ListPrefixStatus in
// axis.h).
bool IsStrictPrefix(ResolvedList a, ResolvedList b);
// Whether `a` is a prefix of `b` or equal to it.
bool IsPrefixOrEqual(ResolvedList a, ResolvedList b);
inline bool ListsEqual(ResolvedList a, ResolvedList b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

// Shortens `axis` to its longest prefix that does not overlap with any of
// `others`. Returns false if no prefix is left.
bool CutOverlap(ResolvedAxis& axis, ResolvedList others);

// Memory for lists of axes. The lists never move. Reset frees all of them at
// once and keeps the memory for new ones.
class ResolvedPool {
 public:
  ResolvedList Copy(ResolvedList list);
  void Reset() { chunk_ = used_ = 0; }

 private:
  struct Chunk {
    std::unique_ptr<ResolvedAxis[]> axes;
    size_t size = 0;
  };
  std::vector<Chunk> chunks_;
  size_t chunk_ = 0;  // the chunk that is being filled
  size_t used_ = 0;   // how much of that chunk is used
};

// Returns the axis as the text spells it on `mesh`.
AxisRef ToAxisRef(const ResolvedAxis& axis, const Mesh& mesh);

// A mesh and the axis lists that have been resolved on it.
class ResolvedMesh {
 public:
  ResolvedMesh(const ShardingStore& store, MeshId id);

  MeshId id() const { return id_; }
  const Mesh& mesh() const { return mesh_; }
  bool IsFull(const ResolvedAxis& axis) const {
    return axis.lo == 1 &&
           axis.hi == mesh_.axes[static_cast<size_t>(axis.axis)].size;
  }

  // Binds a reference to this mesh, or returns nullopt if it isn't valid.
  std::optional<ResolvedAxis> Resolve(const AxisRef& axis) const;
  AxisRef ToAxisRef(const ResolvedAxis& axis) const {
    return internal::ToAxisRef(axis, mesh_);
  }

  // Binds the references of a list to this mesh, or returns nullopt if one of
  // them isn't valid. The result is cached, and valid as long as this object
  // exists.
  std::optional<ResolvedList> Resolve(AxisListId list);

 private:
  struct Entry {
    enum State : uint8_t { kUnknown, kInvalid, kResolved };
    ResolvedList list;
    State state = kUnknown;
  };
  Entry ResolveEntry(AxisListId list);

  const ShardingStore* store_;
  MeshId id_;
  Mesh mesh_;
  std::vector<Entry> lists_;  // indexed by AxisListId
  ResolvedPool pool_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_RESOLVED_H_
