#include "sharding/tensor.h"

#include <algorithm>

namespace shardflow::internal {
namespace {

// Whether the list is empty. In a TensorSharding under construction, None also
// stands for the empty list.
bool IsEmptyList(AxisListId axes) {
  return !axes || axes == ShardingStore::kEmptyAxes;
}

// Returns a copy of the sharding `id`, changed by `edit`.
template <class Edit>
ShardingId Edited(ShardingStore& store, ShardingId id, Edit edit) {
  TensorSharding sharding(store.Get(id));
  edit(sharding);
  return store.Intern(sharding);
}

template <class EditDim>
ShardingId WithEachDim(ShardingStore& store, ShardingId id, EditDim edit) {
  return Edited(store, id, [&](TensorSharding& sharding) {
    for (DimSharding& dim : sharding.dims) dim = edit(dim);
  });
}

bool IsManual(const AxisRef& axis, std::span<const NameId> manual) {
  return std::find(manual.begin(), manual.end(), axis.name) != manual.end();
}

// Returns how many manual axes the dimension begins with.
size_t ManualCount(std::span<const AxisRef> axes,
                   std::span<const NameId> manual) {
  return static_cast<size_t>(
      std::partition_point(
          axes.begin(), axes.end(),
          [&](const AxisRef& axis) { return IsManual(axis, manual); }) -
      axes.begin());
}

AxisListId FreeAxes(ShardingStore& store, AxisListId axes,
                    std::span<const NameId> manual) {
  std::vector<AxisRef> free;
  for (const AxisRef& axis : store.axes(axes)) {
    if (!IsManual(axis, manual)) free.push_back(axis);
  }
  return store.InternAxes(free);
}

}  // namespace

DimSharding WithAxes(ShardingStore& store, DimSharding dim,
                     std::span<const AxisRef> axes) {
  dim.axes = store.InternAxes(axes);
  return dim;
}

DimSharding SliceAxes(ShardingStore& store, const DimSharding& dim,
                      size_t first, size_t count) {
  return WithAxes(store, dim, store.axes(dim.axes).subspan(first, count));
}

int64_t ShardedSize(const ShardingStore& store, const DimSharding& dim,
                    const Mesh& mesh) {
  return TotalSize(store.axes(dim.axes), mesh);
}

bool IsFullyClosed(const ShardingView& sharding) {
  return std::all_of(sharding.dims.begin(), sharding.dims.end(),
                     [](const DimSharding& dim) { return dim.closed != 0; });
}

bool IsFullyReplicated(const ShardingView& sharding) {
  return std::none_of(sharding.dims.begin(), sharding.dims.end(), HasAxes);
}

bool HasNoAxes(const ShardingView& sharding) {
  return IsEmptyList(sharding.replicated) && IsEmptyList(sharding.unreduced) &&
         IsFullyReplicated(sharding);
}

bool IsEquivalent(const ShardingStore& store, ShardingId a, ShardingId b,
                  bool ignore_unreduced) {
  const auto replicated = [&](ShardingId id) {
    if (!id) return true;
    const ShardingView view = store.Get(id);
    return (ignore_unreduced || IsEmptyList(view.unreduced)) &&
           IsFullyReplicated(view);
  };
  if (replicated(a)) return replicated(b);
  if (!b) return false;
  const ShardingView x = store.Get(a);
  const ShardingView y = store.Get(b);
  if (x.mesh != y.mesh) return false;
  if (!ignore_unreduced && x.unreduced != y.unreduced) return false;
  return std::equal(x.dims.begin(), x.dims.end(), y.dims.begin(), y.dims.end(),
                    [](const DimSharding& p, const DimSharding& q) {
                      return p.axes == q.axes;
                    });
}

ShardingId WithDims(ShardingStore& store, ShardingId id,
                    std::span<const DimSharding> dims) {
  return Edited(store, id, [&](TensorSharding& sharding) {
    sharding.dims.assign(dims.begin(), dims.end());
  });
}

ShardingId WithDim(ShardingStore& store, ShardingId id, size_t dim,
                   const DimSharding& value) {
  return Edited(store, id,
                [&](TensorSharding& sharding) { sharding.dims[dim] = value; });
}

ShardingId WithUnreduced(ShardingStore& store, ShardingId id,
                         std::span<const AxisRef> axes) {
  return Edited(store, id, [&](TensorSharding& sharding) {
    sharding.unreduced = store.InternAxes(axes);
  });
}

ShardingId WithMesh(ShardingStore& store, ShardingId id, MeshRef mesh) {
  return Edited(store, id,
                [&](TensorSharding& sharding) { sharding.mesh = mesh; });
}

ShardingId OpenDims(ShardingStore& store, ShardingId id,
                    std::span<const int64_t> dims) {
  return Edited(store, id, [&](TensorSharding& sharding) {
    for (const int64_t dim : dims) {
      sharding.dims[static_cast<size_t>(dim)].closed = 0;
    }
  });
}

ShardingId ClosedLike(ShardingStore& store, ShardingId id) {
  return Edited(store, id, [](TensorSharding& sharding) {
    for (DimSharding& dim : sharding.dims) dim.closed = 1;
    sharding.replicated = ShardingStore::kEmptyAxes;
  });
}

ShardingId OpenLike(ShardingStore& store, ShardingId id) {
  return WithEachDim(store, id,
                     [](const DimSharding& dim) { return OpenLike(dim); });
}

ShardingId FullyOpenLike(ShardingStore& store, ShardingId id) {
  const ShardingView view = store.Get(id);
  return store.FullyOpen(view.mesh, view.rank());
}

ShardingId FullyClosedLike(ShardingStore& store, ShardingId id) {
  const ShardingView view = store.Get(id);
  return store.FullyClosed(view.mesh, view.rank());
}

ShardingId ClosedOn(ShardingStore& store, MeshRef mesh,
                    std::span<const std::vector<AxisRef>> axes_per_dim,
                    std::span<const AxisRef> unreduced) {
  TensorSharding sharding;
  sharding.mesh = mesh;
  for (const std::vector<AxisRef>& axes : axes_per_dim) {
    sharding.dims.push_back({store.InternAxes(axes), 1, kNoPriority});
  }
  sharding.unreduced = store.InternAxes(unreduced);
  return store.Intern(sharding);
}

ShardingId WithoutManualAxes(ShardingStore& store, ShardingId id,
                             std::span<const NameId> manual) {
  if (manual.empty()) return id;
  return Edited(store, id, [&](TensorSharding& sharding) {
    for (DimSharding& dim : sharding.dims) {
      const std::span<const AxisRef> axes = store.axes(dim.axes);
      const size_t count = ManualCount(axes, manual);
      dim = WithAxes(store, dim, axes.subspan(count));
    }
    sharding.replicated = FreeAxes(store, sharding.replicated, manual);
    sharding.unreduced = FreeAxes(store, sharding.unreduced, manual);
  });
}

std::optional<std::vector<int64_t>> LocalShape(const ShardingStore& store,
                                               const ShardingView& sharding,
                                               std::span<const int64_t> global,
                                               const Mesh& mesh,
                                               bool allow_non_divisible) {
  std::vector<int64_t> local(global.begin(), global.end());
  for (size_t i = 0; i < std::min(local.size(), sharding.rank()); ++i) {
    if (local[i] == kUnknownDim) continue;
    const int64_t shards = ShardedSize(store, sharding.dims[i], mesh);
    const bool divides = local[i] % shards == 0;
    if (!divides && !allow_non_divisible) return std::nullopt;
    local[i] = local[i] / shards + (divides ? 0 : 1);
  }
  return local;
}

std::vector<int64_t> GlobalShape(const ShardingStore& store,
                                 const ShardingView& sharding,
                                 std::span<const int64_t> local,
                                 const Mesh& mesh) {
  std::vector<int64_t> global(local.begin(), local.end());
  for (size_t i = 0; i < std::min(global.size(), sharding.rank()); ++i) {
    if (global[i] == kUnknownDim) continue;
    global[i] = SaturatingProduct(global[i],
                                  ShardedSize(store, sharding.dims[i], mesh));
  }
  return global;
}

}  // namespace shardflow::internal
