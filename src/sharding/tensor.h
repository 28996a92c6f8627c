#ifndef SHARDFLOW_SHARDING_TENSOR_H_
#define SHARDFLOW_SHARDING_TENSOR_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sharding/axis.h"
#include "sharding/sharding.h"

// Functions that answer questions about a sharding, and that make one sharding
// from another. They work on interned ids and change nothing.
//
//   ShardingId open = OpenLike(store, id);        // every dimension open
//   if (IsFullyReplicated(store.Get(open))) ...   // no dimension has axes
//
// The result has the replicated and unreduced axes, reduction kind and mesh of
// the argument unless the comment says otherwise. `id` must not be None unless
// the comment allows it.

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
// The priority of the dimension; without one it is 0, the highest.
inline int32_t PriorityOrDefault(const DimSharding& dim) {
  return dim.priority == kNoPriority ? 0 : dim.priority;
}
DimSharding WithAxes(ShardingStore& store, DimSharding dim,
                     std::span<const AxisRef> axes);
// The dimension with `count` of its axes only, from axis number `first` on.
DimSharding SliceAxes(ShardingStore& store, const DimSharding& dim,
                      size_t first, size_t count);
// Product of the axes' sizes.
int64_t ShardedSize(const ShardingStore& store, const DimSharding& dim,
                    const Mesh& mesh);

// --- a sharding: questions

bool IsFullyClosed(const ShardingView& sharding);
// No dimension has axes.
bool IsFullyReplicated(const ShardingView& sharding);
// No dimension has axes, and there are no replicated or unreduced ones.
bool HasNoAxes(const ShardingView& sharding);

// Calls `visit(const AxisRef&)` for the axes of the dimensions, then
// replicated, then unreduced ones.
template <class Visit>
void ForEachAxis(const ShardingStore& store, const ShardingView& sharding,
                 Visit visit) {
  for (const DimSharding& dim : sharding.dims) {
    for (const AxisRef& axis : store.axes(dim.axes)) visit(axis);
  }
  for (const AxisRef& axis : store.axes(sharding.replicated)) visit(axis);
  for (const AxisRef& axis : store.axes(sharding.unreduced)) visit(axis);
}

// Whether both lay a tensor out in the same way: axes of the dimensions,
// unreduced axes and mesh references are equal. Open and closed make no
// difference, nor does the mesh of fully replicated shardings. None counts as
// fully replicated.
bool IsEquivalent(const ShardingStore& store, ShardingId a, ShardingId b,
                  bool ignore_unreduced = false);

// --- a sharding: variants

ShardingId WithDims(ShardingStore& store, ShardingId id,
                    std::span<const DimSharding> dims);
ShardingId WithDim(ShardingStore& store, ShardingId id, size_t dim,
                   const DimSharding& value);
ShardingId WithReplicated(ShardingStore& store, ShardingId id,
                          std::span<const AxisRef> axes);
ShardingId WithUnreduced(ShardingStore& store, ShardingId id,
                         std::span<const AxisRef> axes);
ShardingId WithMesh(ShardingStore& store, ShardingId id, MeshRef mesh);
// Opens the dimensions listed.
ShardingId OpenDims(ShardingStore& store, ShardingId id,
                    std::span<const int64_t> dims);
// Every dimension closed; no replicated axes.
ShardingId ClosedLike(ShardingStore& store, ShardingId id);
// Every dimension open.
ShardingId OpenLike(ShardingStore& store, ShardingId id);
// No axes at all; same mesh and rank.
ShardingId FullyOpenLike(ShardingStore& store, ShardingId id);
ShardingId FullyClosedLike(ShardingStore& store, ShardingId id);

// A sharding with these axes, all dimensions closed and nothing replicated.
ShardingId ClosedSharding(ShardingStore& store, MeshRef mesh,
                          std::span<const std::vector<AxisRef>> axes_per_dim,
                          std::span<const AxisRef> unreduced = {});

// --- manual computations: in every dimension the manual axes come before the
// free ones; shardings inside the body have no manual axes.

// Removes the manual axes, also from the replicated and unreduced ones.
ShardingId WithoutManualAxes(ShardingStore& store, ShardingId id,
                             std::span<const NameId> manual);

// --- shapes

// A dimension of unknown size (equal to kDynamicDim of ir/type.h).
constexpr int64_t kUnknownDim = INT64_MIN;

// The shape on one device, rounded up where the axes don't divide a dimension;
// nullopt if they don't and `allow_non_divisible` is false. A sharding of rank
// 0 leaves the shape as it is.
std::optional<std::vector<int64_t>> LocalShape(const ShardingStore& store,
                                               const ShardingView& sharding,
                                               std::span<const int64_t> global,
                                               const Mesh& mesh,
                                               bool allow_non_divisible = true);
// The global shape from a local one, without padding.
std::vector<int64_t> GlobalShape(const ShardingStore& store,
                                 const ShardingView& sharding,
                                 std::span<const int64_t> local,
                                 const Mesh& mesh);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_TENSOR_H_
