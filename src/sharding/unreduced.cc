#include "sharding/unreduced.h"

#include <algorithm>
#include <vector>

#include "base/error_format.h"
#include "sharding/axis.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

class Checker {
 public:
  Checker(const ShardingStore& store, const StringStore& names)
      : store_(store), names_(names) {}

  std::span<const AxisRef> Unreduced(ShardingId sharding) const {
    return store_.axes(store_.Get(sharding).unreduced);
  }
  std::vector<AxisRef> AllUnreduced(std::span<const ShardingId> list) const {
    std::vector<AxisRef> axes;
    for (ShardingId sharding : list) {
      if (!sharding) continue;
      const std::span<const AxisRef> items = Unreduced(sharding);
      axes.insert(axes.end(), items.begin(), items.end());
    }
    return axes;
  }

  // Looks in `list` for the first sharding with unreduced axes that overlap
  // `axes` and whose reduction kind isn't `kind`, and returns its kind. Returns
  // nullopt if there is none.
  std::optional<ReductionKind> OtherKind(std::span<const ShardingId> list,
                                         std::span<const AxisRef> axes,
                                         ReductionKind kind) const {
    for (ShardingId sharding : list) {
      if (sharding && store_.Get(sharding).reduction != kind &&
          AnyOverlap(Unreduced(sharding), axes)) {
        return store_.Get(sharding).reduction;
      }
    }
    return std::nullopt;
  }

  std::optional<Error> Introduced(std::span<const ShardingId> results,
                                  std::span<const AxisRef> axes,
                                  std::optional<ReductionKind> kind) {
    if (axes.empty()) return std::nullopt;
    if (!kind) {
      return ErrorOf("cannot add new unreduced axis '{}'.",
                     names_.Get(axes[0].name));
    }
    if (const auto other = OtherKind(results, axes, *kind)) {
      return ErrorOf("cannot introduce '{}' unreduced axes. Expected '{}'.",
                     ReductionName(*other), ReductionName(*kind));
    }
    return std::nullopt;
  }

  std::optional<Error> Removed(std::span<const ShardingId> operands,
                               std::span<const AxisRef> axes,
                               std::optional<ReductionKind> kind) {
    if (axes.empty()) return std::nullopt;
    if (!kind) {
      return ErrorOf(
          "dropped unreduced axis '{}' without a blessed operation (e.g., "
          "sdy.reshard). This is an invalid transition from unreduced to "
          "reduced.",
          names_.Get(axes[0].name));
    }
    if (const auto other = OtherKind(operands, axes, *kind)) {
      return ErrorOf("cannot reduce '{}' unreduced axes. Expected '{}'.",
                     ReductionName(*other), ReductionName(*kind));
    }
    return std::nullopt;
  }

  std::optional<Error> Kept(std::span<const ShardingId> operands,
                            std::span<const ShardingId> results) {
    for (ShardingId result : results) {
      if (!result) continue;
      for (ShardingId operand : operands) {
        if (!operand) continue;
        const ReductionKind from = store_.Get(operand).reduction;
        const ReductionKind to = store_.Get(result).reduction;
        if (from != to && AnyOverlap(Unreduced(operand), Unreduced(result))) {
          return ErrorOf(
              "cannot change the reduction operator of kept unreduced axes "
              "from {} to {}.",
              ReductionName(from), ReductionName(to));
        }
      }
    }
    return std::nullopt;
  }

 private:
  const ShardingStore& store_;
  const StringStore& names_;
};

bool NoneUnreduced(const ShardingStore& store,
                   std::span<const ShardingId> list) {
  return std::all_of(list.begin(), list.end(), [&](ShardingId s) {
    return !s || store.Get(s).unreduced == ShardingStore::kEmptyAxes;
  });
}

// Returns `mesh` or, if that is None, the first known mesh of the shardings.
// Sets `differ` if one of them is on another mesh.
MeshId OneMesh(const ShardingStore& store, const MeshTable& meshes,
               std::span<const ShardingId> list, MeshId mesh, bool& differ) {
  for (ShardingId sharding : list) {
    if (!sharding) continue;
    const MeshId here = meshes.Find(store.Get(sharding).mesh);
    if (!here) continue;
    differ |= mesh && mesh != here;
    if (!mesh) mesh = here;
  }
  return mesh;
}

}  // namespace

bool AnyUnreduced(const ShardingStore& store) {
  for (size_t i = 0; i < store.sharding_count(); ++i) {
    if (store.Get(ShardingId(i)).unreduced != ShardingStore::kEmptyAxes) {
      return true;
    }
  }
  return false;
}

std::optional<Error> FindUnreducedFault(const ShardingStore& store,
                                        const StringStore& names,
                                        const MeshTable& meshes,
                                        std::span<const ShardingId> operands,
                                        std::span<const ShardingId> results,
                                        const UnreducedTransition& allowed) {
  // The most common case: there is nothing to check.
  if (NoneUnreduced(store, operands) && NoneUnreduced(store, results)) {
    return std::nullopt;
  }
  bool differ = false;
  MeshId mesh = OneMesh(store, meshes, operands, MeshId::None(), differ);
  mesh = OneMesh(store, meshes, results, mesh, differ);
  if (differ || !mesh) return std::nullopt;

  Checker checker(store, names);
  const std::vector<AxisRef> before = checker.AllUnreduced(operands);
  const std::vector<AxisRef> after = checker.AllUnreduced(results);
  const Mesh& m = store.mesh(mesh);
  if (auto fault = checker.Introduced(results, AxesDifference(after, before, m),
                                      allowed.introduces)) {
    return fault;
  }
  if (auto fault = checker.Removed(operands, AxesDifference(before, after, m),
                                   allowed.removes)) {
    return fault;
  }
  return checker.Kept(operands, results);
}

}  // namespace shardflow::internal
