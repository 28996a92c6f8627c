#ifndef SHARDFLOW_SHARDING_TENSOR_H_
#define SHARDFLOW_SHARDING_TENSOR_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sharding/axis.h"
#include "sharding/sharding.h"

// Functions that answer questions about a sharding, and functions that derive
// one sharding from another. Shardings are interned, so nothing is changed in
// place.
//
//   ShardingId open = OpenLike(store, id);        // every dimension open
//   if (IsFullyReplicated(store.Get(open))) ...   // no dimension has axes
//
// A derived sharding keeps the mesh, the replicated and unreduced axes and the
// reduction kind unless the comment says otherwise. `id` must not be None
// unless the comment allows it.

namespace shardflow::internal {

// --- one dimension

inline bool HasAxes(const DimSharding& dim) {
  return dim.axes && dim.axes != ShardingStore::kEmptyAxes;
}
inline DimSharding ClosedLike(DimSharding dim) {
  dim.closed = 1;
  return dim;
}
inline DimSharding OpenLike(DimSharding dim) {
  dim.closed = 0;
  return dim;
}
inline DimSharding WithoutPriority(DimSharding dim) {
  dim.priority = kNoPriority;
  return dim;
}
// Returns the priority of the dimension, which is 0, the highest, by default.
inline int32_t PriorityOrDefault(const DimSharding& dim) {
  return dim.priority == kNoPriority ? 0 : dim.priority;
}
DimSharding WithAxes(ShardingStore& store, DimSharding dim,
                     std::span<const AxisRef> axes);
// Returns the dimension with only `count` of its axes, from index `first` on.
DimSharding SliceAxes(ShardingStore& store, const DimSharding& dim,
                      size_t first, size_t count);
// Returns the product of the sizes of the axes.
int64_t ShardedSize(const ShardingStore& store, const DimSharding& dim,
                    const Mesh& mesh);

// --- questions about a sharding

bool IsFullyClosed(const ShardingView& sharding);
// Whether no dimension has axes.
bool IsFullyReplicated(const ShardingView& sharding);
// Whether no dimension has axes, and no axes are replicated or unreduced.
bool HasNoAxes(const ShardingView& sharding);

// Calls `visit(const AxisRef&)` for the axes of the dimensions, then for the
// replicated axes, and then for the unreduced ones.
template <class Visit>
void ForEachAxis(const ShardingStore& store, const ShardingView& sharding,
                 Visit visit) {
  for (const DimSharding& dim : sharding.dims) {
    for (const AxisRef& axis : store.axes(dim.axes)) visit(axis);
  }
  for (const AxisRef& axis : store.axes(sharding.replicated)) visit(axis);
  for (const AxisRef& axis : store.axes(sharding.unreduced)) visit(axis);
}

// Whether both shardings lay a tensor out in the same way: the axes of the
// dimensions, the unreduced axes and the mesh references are equal. It doesn't
// matter whether dimensions are open or closed, nor which mesh a fully
// replicated sharding is on. ShardingId::None() is fully replicated.
bool IsEquivalent(const ShardingStore& store, ShardingId a, ShardingId b,
                  bool ignore_unreduced = false);

// --- deriving a sharding

ShardingId WithDims(ShardingStore& store, ShardingId id,
                    std::span<const DimSharding> dims);
ShardingId WithDim(ShardingStore& store, ShardingId id, size_t dim,
                   const DimSharding& value);
ShardingId WithUnreduced(ShardingStore& store, ShardingId id,
                         std::span<const AxisRef> axes);
ShardingId WithMesh(ShardingStore& store, ShardingId id, MeshRef mesh);
// Opens the dimensions in `dims`.
ShardingId OpenDims(ShardingStore& store, ShardingId id,
                    std::span<const int64_t> dims);
// Closes every dimension and drops the replicated axes.
ShardingId ClosedLike(ShardingStore& store, ShardingId id);
// Opens every dimension.
ShardingId OpenLike(ShardingStore& store, ShardingId id);
// Return a sharding of the same mesh and rank, without any axes.
ShardingId FullyOpenLike(ShardingStore& store, ShardingId id);
ShardingId FullyClosedLike(ShardingStore& store, ShardingId id);

// Returns a sharding on `mesh` in which dimension i is sharded along
// `axes_per_dim[i]` and closed. No axis is explicitly replicated.
ShardingId ClosedOn(ShardingStore& store, MeshRef mesh,
                    std::span<const std::vector<AxisRef>> axes_per_dim,
                    std::span<const AxisRef> unreduced = {});

// --- manual computations
//
// In every dimension the manual axes come before the free ones. Shardings
// inside the body have no manual axes.

// Removes the manual axes, including replicated and unreduced ones.
ShardingId WithoutManualAxes(ShardingStore& store, ShardingId id,
                             std::span<const NameId> manual);

// --- shapes

// A dimension of unknown size, the same as kDynamicDim in ir/type.h.
constexpr int64_t kUnknownDim = INT64_MIN;

// Returns the shape of the part that one device holds. Where the axes don't
// divide a dimension, its size is rounded up; with `allow_non_divisible` false,
// the result is nullopt instead. A sharding of rank 0 doesn't change the shape.
std::optional<std::vector<int64_t>> LocalShape(const ShardingStore& store,
                                               const ShardingView& sharding,
                                               std::span<const int64_t> global,
                                               const Mesh& mesh,
                                               bool allow_non_divisible = true);
// Returns the global shape of a tensor with this local shape and no padding.
std::vector<int64_t> GlobalShape(const ShardingStore& store,
                                 const ShardingView& sharding,
                                 std::span<const int64_t> local,
                                 const Mesh& mesh);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_TENSOR_H_
