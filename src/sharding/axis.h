#ifndef SHARDFLOW_SHARDING_AXIS_H_
#define SHARDFLOW_SHARDING_AXIS_H_

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/intern.h"
#include "sharding/sharding.h"

// The algebra of axis references as the text spells them: full axes, such as
// `"a"`, and sub-axes, `"a":(pre)size`.
//
// The position of a device along an axis of size n is a mixed-radix number.
// `"a":(2)4` selects its digits from place value 2 to place value 8, counted
// from the major end. So, for example, on "a"=16:
//
//   "a"        [1, 16)   contains all others; "a":(1)2 is a prefix of it
//   "a":(1)2   [1, 2)    and "a":(2)4 are neighbours: they merge to "a":(1)8
//   "a":(2)4   [2, 8)    and "a":(4)4 overlap in "a":(4)2
//
// Two sub-axes *coexist* if their axis can be split into pieces such that both
// consist of whole pieces: "a":(1)2 and "a":(1)3 of "a"=6 don't (3 isn't a
// multiple of 2).
//
// Functions that need the size of a full axis take the mesh, which must contain
// the axis. Verifiers, parsers, printers and passes that look at only a few
// shardings use these functions. Propagation uses the same algebra on integers,
// in sharding/resolved.h; tests/unit/axis_model_test.cc checks that the two
// agree.

namespace shardflow::internal {

// --- functions of one axis reference

// Returns the place value of the first digit, which is 1 for a full axis. It is
// at least 1, even if unverified text has a smaller number.
inline int64_t PreSize(const AxisRef& axis) {
  return axis.IsFull() || axis.pre_size < 1 ? 1 : axis.pre_size;
}
// Returns the number of shards. It is at least 1, and is 1 for a full axis that
// isn't in the mesh.
int64_t AxisSize(const AxisRef& axis, const Mesh& mesh);
// Returns the place value after the last digit.
int64_t NextPreSize(const AxisRef& axis, const Mesh& mesh);
// Return the product of the sizes, or INT64_MAX if it is larger.
int64_t TotalSize(std::span<const AxisRef> axes, const Mesh& mesh);
int64_t SaturatingProduct(int64_t a, int64_t b);

// --- functions of two axis references

// Whether `b` is a part of `a`.
bool Contains(const AxisRef& a, const AxisRef& b);
// Whether `b` starts with `a`.
bool IsPrefix(const AxisRef& a, const AxisRef& b);
bool IsStrictPrefix(const AxisRef& a, const AxisRef& b);
bool IsSuffix(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
// Whether the two are equal or have a sub-axis in common.
bool Overlaps(const AxisRef& a, const AxisRef& b);
bool CanCoexist(const AxisRef& a, const AxisRef& b);

// The next four functions return nullopt if there is no such axis or if the two
// can't coexist.
std::optional<AxisRef> Overlap(const AxisRef& a, const AxisRef& b);
// Return the longest prefix (suffix) of `a` that does not overlap with `b`.
std::optional<AxisRef> PrefixWithoutOverlap(const AxisRef& a, const AxisRef& b);
std::optional<AxisRef> SuffixWithoutOverlap(const AxisRef& a, const AxisRef& b,
                                            const Mesh& mesh);
std::optional<AxisRef> CommonPrefix(const AxisRef& a, const AxisRef& b);

// Whether `b` is the sub-axis that follows `a`, on the minor side.
bool CanMerge(const AxisRef& a, const AxisRef& b);
// Merges two axes for which CanMerge is true. The result is a sub-axis or the
// full axis.
AxisRef Merge(const AxisRef& a, const AxisRef& b, const Mesh& mesh);

// --- orders

// Orders references to the same axis, as in "a":(1)2 < "a":(1)4 < "a" <
// "a":(2)2.
bool SubAxisLess(const AxisRef& a, const AxisRef& b);
// Orders axes as the mesh does, and sub-axes of one axis by SubAxisLess.
bool MeshOrderLess(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
// Orders axes by the text of their names, and sub-axes of one axis by
// SubAxisLess.
bool NameOrderLess(const AxisRef& a, const AxisRef& b,
                   const StringStore& names);
inline bool AxesEqual(std::span<const AxisRef> a, std::span<const AxisRef> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}
// Orders lists: shorter ones first, and lists of the same length by their first
// difference, in name order.
bool ListLess(std::span<const AxisRef> a, std::span<const AxisRef> b,
              const StringStore& names);

// --- lists of axis references, major to minor

enum class PrefixStatus {
  kEqual,
  kStrictPrefix,  // the first list is a prefix of the second, but not equal
  kNotAPrefix,
};
// Compares two lists. The last axis of a prefix may itself be a prefix of its
// counterpart in the longer list: ["x", "y":(1)2] is a strict prefix of ["x",
// "y", "z"].
PrefixStatus ListPrefixStatus(std::span<const AxisRef> a,
                              std::span<const AxisRef> b);
inline bool IsStrictPrefix(std::span<const AxisRef> a,
                           std::span<const AxisRef> b) {
  return ListPrefixStatus(a, b) == PrefixStatus::kStrictPrefix;
}
// Returns the longest common prefix, such as ["x", "y":(1)2] for ["x", "y"] and
// ["x", "y":(1)2, "z"].
std::vector<AxisRef> CommonPrefix(std::span<const AxisRef> a,
                                  std::span<const AxisRef> b);

// Appends an axis, or merges it with the last axis of the list if CanMerge is
// true for the two.
void AppendOrMerge(std::vector<AxisRef>& axes, const AxisRef& axis,
                   const Mesh& mesh);
// Puts axes into the order of the mesh and merges neighbours. No two of the
// axes may overlap.
void SortAndMerge(std::vector<AxisRef>& axes, const Mesh& mesh);

bool AnyOverlap(std::span<const AxisRef> a, std::span<const AxisRef> b);
// Returns the longest prefix of `axis` that does not overlap with any of
// `others`.
std::optional<AxisRef> PrefixWithoutOverlap(const AxisRef& axis,
                                            std::span<const AxisRef> others);
// Returns the axes and parts of axes that are in `a` but not in `b`, in the
// order of `a`. No two axes of `b` may overlap.
std::vector<AxisRef> AxesDifference(std::span<const AxisRef> a,
                                    std::span<const AxisRef> b,
                                    const Mesh& mesh);
// Returns all axes of the mesh in order, split wherever one of `axes` begins or
// ends: "y":(2)2 on <"x"=2, "y"=16> gives "x", "y":(1)2, "y":(2)2, "y":(4)4.
std::vector<AxisRef> SplitMeshAxes(const Mesh& mesh,
                                   std::span<const AxisRef> axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_AXIS_H_
