#ifndef SHARDFLOW_SHARDING_TENSOR_H_
#define SHARDFLOW_SHARDING_TENSOR_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sharding/axis.h"
#include "sharding/sharding.h"

// Questions about one sharding, and shardings made from another. All are free
// functions on interned ids; none changes what it is given.
//
//   ShardingId open = OpenLike(store, id);        // every dimension open
//   if (IsFullyReplicated(store.Get(open))) ...   // no dimension has axes
//
// Replicated and unreduced axes, reduction kind and mesh are kept unless the
// comment says otherwise. `id` is never None unless said.

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
// The priority, or that of a dimension without one: the highest.
inline int32_t PriorityOrDefault(const DimSharding& dim) {
  return dim.priority == kNoPriority ? 0 : dim.priority;
}
DimSharding WithAxes(ShardingStore& store, DimSharding dim,
                     std::span<const AxisRef> axes);
// `count` of its axes from the `first`.
DimSharding SliceAxes(ShardingStore& store, const DimSharding& dim,
                      size_t first, size_t count);
// Product of the axes' sizes.
int64_t ShardedSize(const ShardingStore& store, const DimSharding& dim,
                    const Mesh& mesh);

// --- a sharding: questions

bool IsFullyClosed(const ShardingView& sharding);
// No dimension has axes.
bool IsFullyReplicated(const ShardingView& sharding);
// ... and every dimension is open.
bool IsFullyReplicatedAndOpen(const ShardingView& sharding);
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
// The axis or a sub-axis of it is used anywhere in the sharding.
bool UsesAxis(const ShardingStore& store, const ShardingView& sharding,
              NameId axis);

// The same tensor layout: axes of the dimensions, unreduced axes and mesh
// reference are equal, whatever is open or closed; fully replicated shardings
// are equal on any mesh. None is fully replicated.
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
ShardingId WithoutPriorities(ShardingStore& store, ShardingId id);
// Closes (opens) the dimensions listed.
ShardingId CloseDims(ShardingStore& store, ShardingId id,
                     std::span<const int64_t> dims);
ShardingId OpenDims(ShardingStore& store, ShardingId id,
                    std::span<const int64_t> dims);
// Every dimension closed; no replicated axes.
ShardingId ClosedLike(ShardingStore& store, ShardingId id);
// Every dimension open.
ShardingId OpenLike(ShardingStore& store, ShardingId id);
// No axes at all; same mesh and rank.
ShardingId FullyOpenLike(ShardingStore& store, ShardingId id);
ShardingId FullyClosedLike(ShardingStore& store, ShardingId id);

// Dimension `dim` sharded further along the full axis and left open; None if
// the dimension is closed or the axis is in use.
ShardingId ShardDim(ShardingStore& store, ShardingId id, size_t dim,
                    NameId axis);
// Replicated along the full axis; None if it is in use.
ShardingId ReplicateAxis(ShardingStore& store, ShardingId id, NameId axis,
                         const Mesh& mesh);

// Closed dimensions of these axes, nothing replicated.
ShardingId ClosedSharding(ShardingStore& store, MeshRef mesh,
                          std::span<const std::vector<AxisRef>> axes_per_dim,
                          std::span<const AxisRef> unreduced = {});

// --- manual computations: in every dimension, manual axes stand before free
// ones; inside the body the manual ones are not seen.

// Only the free (the manual) axes, replicated and unreduced ones likewise.
ShardingId WithoutManualAxes(ShardingStore& store, ShardingId id,
                             std::span<const NameId> manual);
// `outer` with its free axes replaced by those of `free`, which also says
// what is open and with what priority. The reduction kind is the default one.
ShardingId WithFreeAxes(ShardingStore& store, ShardingId outer, ShardingId free,
                        std::span<const NameId> manual);

// --- shapes

// A dimension of unknown size (equal to kDynamicDim of ir/type.h).
constexpr int64_t kUnknownDim = INT64_MIN;

// The shape on one device, rounded up where a dimension doesn't divide;
// nullopt if one doesn't and `allow_non_divisible` is false. A sharding of
// rank 0 leaves the shape as it is.
std::optional<std::vector<int64_t>> LocalShape(const ShardingStore& store,
                                               const ShardingView& sharding,
                                               std::span<const int64_t> global,
                                               const Mesh& mesh,
                                               bool allow_non_divisible = true);
// The other way, for dimensions that divide.
std::vector<int64_t> GlobalShape(const ShardingStore& store,
                                 const ShardingView& sharding,
                                 std::span<const int64_t> local,
                                 const Mesh& mesh);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_TENSOR_H_
