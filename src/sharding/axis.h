#ifndef SHARDFLOW_SHARDING_AXIS_H_
#define SHARDFLOW_SHARDING_AXIS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/intern.h"
#include "sharding/sharding.h"

// The algebra of axis references as the text has them: full axes `"a"` and
// sub-axes `"a":(pre)size`.
//
// The position of a device along an axis of size n is a mixed-radix number.
// `"a":(2)4` is its digits from place value 2 to place value 8, counted from
// the major end. So, on "a"=16,
//
//   "a"        [1, 16)   contains all others; "a":(1)2 is a prefix of it
//   "a":(1)2   [1, 2)    and "a":(2)4 are neighbours: they merge to "a":(1)8
//   "a":(2)4   [2, 8)    and "a":(4)4 overlap in "a":(4)2
//
// Two sub-axes *coexist* if the cuts of both can be made in one axis: "a":(1)2
// and "a":(1)3 of "a"=6 can't (3 is no multiple of 2).
//
// A function that needs the size of a full axis takes the mesh, which must have
// the axis. Verifiers, text and passes that look at a few shardings use this
// form. Propagation uses the same algebra on integers, sharding/resolved.h;
// tests/unit/axis_model_test.cc checks that the two agree.

namespace shardflow::internal {

// --- numbers of one axis reference

// Place value of the first digit: 1 for a full axis. Never below 1, although
// text that is not verified yet may say so.
inline int64_t PreSize(const AxisRef& axis) {
  return axis.IsFull() || axis.pre_size < 1 ? 1 : axis.pre_size;
}
// Number of shards, at least 1; 1 for a full axis that isn't in the mesh.
int64_t AxisSize(const AxisRef& axis, const Mesh& mesh);
// Place value after the last digit.
int64_t NextPreSize(const AxisRef& axis, const Mesh& mesh);
// Products of sizes, INT64_MAX if they are larger.
int64_t TotalSize(std::span<const AxisRef> axes, const Mesh& mesh);
int64_t SaturatingProduct(int64_t a, int64_t b);

// --- two axis references

bool Contains(const AxisRef& a, const AxisRef& b);  // b within a
bool IsPrefix(const AxisRef& a, const AxisRef& b);  // a begins b
bool IsStrictPrefix(const AxisRef& a, const AxisRef& b);
bool IsSuffix(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
// They are equal or have a sub-axis in common.
bool Overlaps(const AxisRef& a, const AxisRef& b);
bool CanCoexist(const AxisRef& a, const AxisRef& b);

// All four: nullopt if there is no such axis or the two can't coexist.
std::optional<AxisRef> Overlap(const AxisRef& a, const AxisRef& b);
// The longest prefix (suffix) of `a` without overlap with `b`.
std::optional<AxisRef> PrefixWithoutOverlap(const AxisRef& a, const AxisRef& b);
std::optional<AxisRef> SuffixWithoutOverlap(const AxisRef& a, const AxisRef& b,
                                            const Mesh& mesh);
std::optional<AxisRef> CommonPrefix(const AxisRef& a, const AxisRef& b);

// `b` is the sub-axis right after (minor to) `a`.
bool CanMerge(const AxisRef& a, const AxisRef& b);
// Of mergeable axes: the sub-axis of both, or the full axis.
AxisRef Merge(const AxisRef& a, const AxisRef& b, const Mesh& mesh);

// --- orders

// Of references to the same axis: "a":(1)2 < "a":(1)4 < "a" < "a":(2)2.
bool SubAxisLess(const AxisRef& a, const AxisRef& b);
// Axes in the order of the mesh; sub-axes as above.
bool MeshOrderLess(const AxisRef& a, const AxisRef& b, const Mesh& mesh);
// Axes by the text of their names; sub-axes as above.
bool NameOrderLess(const AxisRef& a, const AxisRef& b,
                   const StringStore& names);
// Shorter lists first; then by the first difference, in name order.
bool ListLess(std::span<const AxisRef> a, std::span<const AxisRef> b,
              const StringStore& names);

// --- lists of axis references, major to minor

enum class PrefixStatus {
  kEqual,
  kStrictPrefix,  // the first list is a prefix of the second
  kNotAPrefix,
};
// Whether `a` is a prefix of `b`. The last axis of `a` may itself be only a
// prefix of its counterpart: ["x", "y":(1)2] is a strict prefix of
// ["x", "y", "z"].
PrefixStatus ListPrefixStatus(std::span<const AxisRef> a,
                              std::span<const AxisRef> b);
inline bool IsStrictPrefix(std::span<const AxisRef> a,
                           std::span<const AxisRef> b) {
  return ListPrefixStatus(a, b) == PrefixStatus::kStrictPrefix;
}
// ["x", "y"] and ["x", "y":(1)2, "z"] have ["x", "y":(1)2] in common.
std::vector<AxisRef> CommonPrefix(std::span<const AxisRef> a,
                                  std::span<const AxisRef> b);

// Appends; merges with the last axis if it can.
void AppendOrMerge(std::vector<AxisRef>& axes, const AxisRef& axis,
                   const Mesh& mesh);
// Into mesh order, neighbours merged. No two axes overlap.
void SortAndMerge(std::vector<AxisRef>& axes, const Mesh& mesh);

bool AnyOverlap(std::span<const AxisRef> a, std::span<const AxisRef> b);
// The longest prefix of `axis` that overlaps with none of `others`.
std::optional<AxisRef> PrefixWithoutOverlap(const AxisRef& axis,
                                            std::span<const AxisRef> others);
// Returns what is in `a` but not in `b`, in the order of `a`; axes of `a` are
// split where needed. No two axes of `b` may overlap.
std::vector<AxisRef> AxesDifference(std::span<const AxisRef> a,
                                    std::span<const AxisRef> b,
                                    const Mesh& mesh);
// All axes of the mesh in its order, cut wherever one of `axes` begins or
// ends: "y":(2)2 on <"x"=2, "y"=16> gives "x", "y":(1)2, "y":(2)2, "y":(4)4.
std::vector<AxisRef> SplitMeshAxes(const Mesh& mesh,
                                   std::span<const AxisRef> axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_AXIS_H_
