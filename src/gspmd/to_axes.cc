#include "gspmd/to_axes.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gspmd/canonical.h"
#include "sharding/axis.h"

namespace shardflow::internal::gspmd {
namespace {

bool HasReplicatedGroup(const HloSharding& tiled) {
  return !tiled.subgroups.empty() &&
         tiled.subgroups.back() == SubgroupType::kReplicated;
}

// Returns the device order in iota form, after replacing device numbers by
// positions in the mesh. Returns nullopt if the order has no iota form.
std::optional<DeviceOrder> OrderInMesh(const HloSharding& tiled,
                                       std::span<const int64_t> positions) {
  if (positions.empty()) {
    if (!tiled.devices.IsList()) return tiled.devices;
    return RecoverIota(tiled.devices.list);
  }
  std::optional<std::vector<int64_t>> list = Expand(tiled.devices);
  if (!list || list->size() != positions.size()) return std::nullopt;
  for (int64_t& device : *list) {
    device = positions[static_cast<size_t>(device)];
  }
  DeviceOrder order = DeviceOrder::List(std::move(*list));
  if (HasReplicatedGroup(tiled)) SortGroups(order, tiled.tile.back());
  return RecoverIota(order.list);
}

// Returns the pieces of Factorize(), in the order of the tiles.
std::optional<std::vector<Piece>> PiecesOf(const HloSharding& tiled,
                                           std::span<const int64_t> positions) {
  const std::optional<DeviceOrder> order = OrderInMesh(tiled, positions);
  if (!order) return std::nullopt;
  return Factorize(tiled.tile, *order);
}

// Returns the indices of the pieces in device order, major to minor.
std::vector<size_t> DeviceOrderOf(const std::vector<Piece>& pieces) {
  std::vector<size_t> order(pieces.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](size_t i) { return pieces[i].reshape_dim; });
  return order;
}

std::string NoFactorization(const HloSharding& tiled) {
  return fmt::format(
      "no mesh in device order has the tiles [{}] of these {} "
      "devices",
      fmt::join(tiled.tile, ","), tiled.devices.Count());
}

// An attempt to infer the mesh, assuming a particular device order.
struct Attempt {
  std::vector<int64_t> positions;
  std::vector<int64_t> cuts;  // running products of the axis sizes, except 1
  size_t failed = 0;
  Error error;
};

bool Fail(Attempt& attempt, size_t index, const HloSharding& tiled,
          std::string message, std::string hint) {
  attempt.failed = index;
  return attempt.error.Set(tiled.offset, std::move(message), std::move(hint));
}

// Adds the sharding's cuts to the mesh's cuts.
bool Refine(Attempt& attempt, size_t index, const HloSharding& tiled) {
  const std::optional<std::vector<Piece>> pieces =
      PiecesOf(tiled, attempt.positions);
  if (!pieces) {
    return Fail(attempt, index, tiled, NoFactorization(tiled),
                "a list of devices (V1) would get a mesh with device_ids");
  }
  std::vector<int64_t> own;
  int64_t product = 1;
  for (const size_t i : DeviceOrderOf(*pieces)) {
    product *= (*pieces)[i].size;
    own.push_back(product);
  }
  std::vector<int64_t> merged;
  std::ranges::set_union(attempt.cuts, own, std::back_inserter(merged));
  for (size_t i = 1; i < merged.size(); ++i) {
    if (merged[i] % merged[i - 1] == 0) continue;
    return Fail(
        attempt, index, tiled,
        "this sharding and the earlier ones have no common mesh",
        fmt::format("one splits the devices after {}, another after {}, "
                    "and neither divides the other",
                    merged[i - 1], merged[i]));
  }
  attempt.cuts = std::move(merged);
  return true;
}

// A sharding that isn't a tuple, and the index of the input that contains it.
struct Leaf {
  const HloSharding* sharding;
  size_t index;
};

std::vector<Leaf> LeavesOf(std::span<const HloSharding> shardings) {
  std::vector<Leaf> leaves;
  for (size_t i = 0; i < shardings.size(); ++i) {
    if (shardings[i].kind != HloShardingKind::kTuple) {
      leaves.push_back({&shardings[i], i});
    }
    for (const HloSharding& element : shardings[i].elements) {
      leaves.push_back({&element, i});
    }
  }
  return leaves;
}

bool RunAttempt(std::span<const Leaf> tiled, Attempt& attempt) {
  attempt.cuts.clear();
  for (const Leaf& leaf : tiled) {
    if (!Refine(attempt, leaf.index, *leaf.sharding)) return false;
  }
  return true;
}

std::vector<int64_t> Inverse(std::span<const int64_t> list) {
  std::vector<int64_t> inverse(list.size());
  for (size_t i = 0; i < list.size(); ++i) {
    inverse[static_cast<size_t>(list[i])] = static_cast<int64_t>(i);
  }
  return inverse;
}

// Tries the device orders of the first few shardings that list their devices,
// and uses the first one that works. Only called if no mesh with its devices in
// ascending order works.
bool TryListedOrders(std::span<const Leaf> tiled, Attempt& attempt,
                     NamedMesh& mesh) {
  constexpr int kMaxTries = 8;  // each try takes O(shardings * devices)
  int tries = 0;
  std::optional<Attempt> first;
  for (const Leaf& leaf : tiled) {
    const HloSharding& base = *leaf.sharding;
    if (!base.devices.IsList() || PiecesOf(base, {})) continue;
    if (++tries > kMaxTries) break;
    attempt.positions = Inverse(base.devices.list);
    if (RunAttempt(tiled, attempt)) {
      mesh.devices = base.devices;
      return true;
    }
    if (!first) first = attempt;
  }
  if (first) attempt = std::move(*first);
  return false;
}

// Checks that each sharding has `count` devices. The error message says that
// `other` has `count` devices.
bool CheckCounts(std::span<const Leaf> tiled, int64_t count,
                 std::string_view other, size_t& failed, Error& error) {
  for (const Leaf& leaf : tiled) {
    const int64_t own = leaf.sharding->devices.Count();
    if (own == count) continue;
    failed = leaf.index;
    return error.Set(
        leaf.sharding->offset,
        fmt::format("{} devices, but {} has {}", own, other, count),
        "all shardings of a program must be for the same devices");
  }
  return true;
}

void NameAxes(std::span<const int64_t> cuts, NamedMesh& mesh) {
  int64_t previous = 1;
  for (const int64_t cut : cuts) {
    mesh.axes.push_back(
        {fmt::format("_axis_{}", mesh.axes.size()), cut / previous});
    previous = cut;
  }
}

bool InferFromTiles(std::span<const Leaf> tiled, ImportMesh& mesh,
                    size_t& failed, Error& error) {
  Attempt attempt;
  if (!RunAttempt(tiled, attempt)) {
    Attempt listed;
    if (!TryListedOrders(tiled, listed, mesh.mesh)) {
      const Attempt& reason = listed.error.message.empty() ? attempt : listed;
      failed = reason.failed;
      error = reason.error;
      return false;
    }
    attempt = std::move(listed);
  }
  mesh.positions = std::move(attempt.positions);
  NameAxes(attempt.cuts, mesh.mesh);
  return true;
}

// Uses the mesh of a V3 sharding. Tiled shardings must have as many devices as
// that mesh.
bool UseNamedMesh(const Leaf& named, std::span<const Leaf> tiled,
                  ImportMesh& mesh, size_t& failed, Error& error) {
  failed = named.index;
  return UseMesh(named.sharding->named.mesh, mesh, error) &&
         CheckCounts(tiled, mesh.mesh.TotalSize(), "the mesh", failed, error);
}

}  // namespace

bool UseMesh(NamedMesh given, ImportMesh& mesh, Error& error) {
  mesh.mesh = std::move(given);
  if (!mesh.mesh.HasDeviceOrder() || mesh.mesh.axes.empty()) return true;
  std::optional<std::vector<int64_t>> list = Expand(mesh.mesh.devices);
  if (!list) {
    return error.Set(0, "too many devices for a mesh with a device order");
  }
  mesh.positions = Inverse(*list);
  mesh.mesh.devices = DeviceOrder::List(std::move(*list));
  return true;
}

bool InferMesh(std::span<const HloSharding> shardings, ImportMesh& mesh,
               size_t& failed, Error& error) {
  mesh = {};
  std::vector<Leaf> tiled;
  std::optional<Leaf> named;
  for (const Leaf& leaf : LeavesOf(shardings)) {
    const HloSharding& sharding = *leaf.sharding;
    if (sharding.kind == HloShardingKind::kMaximal) {
      mesh.single_devices.push_back(sharding.device);
    } else if (sharding.kind == HloShardingKind::kTiled) {
      // With only one device, the tiles don't matter.
      if (sharding.devices.Count() > 1) tiled.push_back(leaf);
    } else if (sharding.kind == HloShardingKind::kNamed &&
               !sharding.named.mesh.axes.empty()) {
      if (!named) named = leaf;
      if (named->sharding->named.mesh == sharding.named.mesh) continue;
      failed = leaf.index;
      return error.Set(sharding.offset,
                       "this mesh differs from the mesh of an earlier sharding",
                       "all shardings of a program must be on the same mesh");
    }
  }
  std::ranges::sort(mesh.single_devices);
  mesh.single_devices.erase(
      std::unique(mesh.single_devices.begin(), mesh.single_devices.end()),
      mesh.single_devices.end());

  if (named) return UseNamedMesh(*named, tiled, mesh, failed, error);
  if (tiled.empty()) return true;
  return CheckCounts(tiled, tiled.front().sharding->devices.Count(),
                     "an earlier sharding", failed, error) &&
         InferFromTiles(tiled, mesh, failed, error);
}

namespace {

// Splits axes off the major end of the mesh, piece by piece.
class AxisWalk {
 public:
  explicit AxisWalk(const NamedMesh& mesh) : mesh_(mesh) {}

  // Splits off axes whose sizes multiply to `size`. Returns false if that is
  // impossible.
  bool Take(int64_t size, std::vector<ResolvedAxis>& axes) {
    while (size > 1) {
      if (axis_ == mesh_.axes.size()) return false;
      const int64_t left = mesh_.axes[axis_].size / done_;
      if (left == 1) {
        ++axis_;
        done_ = 1;
        continue;
      }
      const int64_t taken = std::gcd(size, left);
      if (taken == 1) return false;
      axes.push_back({done_, done_ * taken, static_cast<int64_t>(axis_)});
      done_ *= taken;
      size /= taken;
    }
    return true;
  }

 private:
  const NamedMesh& mesh_;
  size_t axis_ = 0;
  int64_t done_ = 1;  // size of the part already taken off the current axis
};

void AppendMerging(const std::vector<ResolvedAxis>& from,
                   std::vector<ResolvedAxis>& to) {
  for (const ResolvedAxis& axis : from) AppendOrMerge(to, axis);
}

std::vector<ResolvedAxis> AllAxes(const NamedMesh& mesh) {
  std::vector<ResolvedAxis> axes;
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    axes.push_back({1, mesh.axes[i].size, static_cast<int64_t>(i)});
  }
  return axes;
}

// Returns the reduction named in the metadata, or kSum.
ReductionKind ReductionOf(const HloSharding& sharding) {
  for (const Metadata& entry : sharding.metadata) {
    const MetadataField type{"op_type", "sdy::reduction_op", true};
    if (std::ranges::find(entry, type) == entry.end()) continue;
    for (const MetadataField& field : entry) {
      if (field.key != "op_name") continue;
      if (field.value == "MAX") return ReductionKind::kMax;
      if (field.value == "MIN") return ReductionKind::kMin;
    }
  }
  return ReductionKind::kSum;
}

bool TilesToAxes(const HloSharding& tiled, const ImportMesh& mesh,
                 AxisSharding& axes, Error& error) {
  if (tiled.devices.Count() != mesh.mesh.TotalSize()) {
    return error.Set(tiled.offset,
                     fmt::format("{} devices, but the mesh has {}",
                                 tiled.devices.Count(), mesh.mesh.TotalSize()));
  }
  const std::optional<std::vector<Piece>> pieces =
      PiecesOf(tiled, mesh.positions);
  if (!pieces) return error.Set(tiled.offset, NoFactorization(tiled));
  AxisWalk walk(mesh.mesh);
  std::vector<std::vector<ResolvedAxis>> axes_of(pieces->size());
  for (const size_t i : DeviceOrderOf(*pieces)) {
    if (walk.Take((*pieces)[i].size, axes_of[i])) continue;
    return error.Set(tiled.offset,
                     fmt::format("the tiles [{}] do not fit the axes of the "
                                 "mesh",
                                 fmt::join(tiled.tile, ",")));
  }
  const size_t rank = tiled.DataRank();
  axes.dims.resize(rank);
  for (size_t i = 0; i < pieces->size(); ++i) {
    const size_t dim = (*pieces)[i].tile_dim;
    if (dim < rank) {
      AppendMerging(axes_of[i], axes.dims[dim].axes);
      continue;
    }
    const SubgroupType type = tiled.subgroups[dim - rank];
    if (type == SubgroupType::kManual) AppendMerging(axes_of[i], axes.manual);
    if (type == SubgroupType::kUnreduced) {
      AppendMerging(axes_of[i], axes.unreduced);
    }
  }
  SortAndMerge(axes.manual);
  SortAndMerge(axes.unreduced);
  return true;
}

// Whether the meshes have the same device order and the same axis sizes; names
// don't matter. Without axes, `own` fits any mesh.
bool FitsMesh(const NamedMesh& own, const NamedMesh& mesh) {
  if (own.axes.empty()) return true;
  const std::optional<std::vector<int64_t>> devices = Expand(own.devices);
  const bool same_order =
      own.devices == mesh.devices || (devices && *devices == mesh.devices.list);
  return same_order && std::ranges::equal(own.axes, mesh.axes, {},
                                          &NamedAxis::size, &NamedAxis::size);
}

}  // namespace

bool ToAxes(const HloSharding& sharding, const ImportMesh& mesh,
            std::optional<size_t> rank, AxisSharding& axes, Error& error) {
  axes = {};
  switch (sharding.kind) {
    case HloShardingKind::kReplicated:
    case HloShardingKind::kMaximal:
    case HloShardingKind::kTuple:
      break;
    case HloShardingKind::kUnknown:
      axes.dims.resize(rank.value_or(0), {{}, true});
      break;
    case HloShardingKind::kManual:
      axes.manual = AllAxes(mesh.mesh);
      break;
    case HloShardingKind::kUnreduced:
      axes.unreduced = AllAxes(mesh.mesh);
      break;
    case HloShardingKind::kNamed:
      if (!FitsMesh(sharding.named.mesh, mesh.mesh)) {
        return error.Set(sharding.offset, "this sharding is on another mesh");
      }
      axes = sharding.named.axes;
      break;
    case HloShardingKind::kTiled:
      if (sharding.devices.Count() == 1) {
        axes.dims.resize(sharding.DataRank());
      } else if (!TilesToAxes(sharding, mesh, axes, error)) {
        return false;
      }
      break;
  }
  axes.reduction = axes.unreduced.empty()
                       ? ReductionKind::kSum
                       : std::max(axes.reduction, ReductionOf(sharding));
  if (!rank) return true;
  const bool has_dims =
      !axes.dims.empty() || sharding.kind == HloShardingKind::kTiled;
  if (!has_dims) axes.dims.resize(*rank);
  return axes.dims.size() == *rank ||
         error.Set(sharding.offset,
                   fmt::format("a sharding of {} dimensions on a tensor of "
                               "rank {}",
                               axes.dims.size(), *rank));
}

}  // namespace shardflow::internal::gspmd
