#include "gspmd/from_axes.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gspmd/canonical.h"
#include "gspmd/sdy_text.h"

namespace shardflow::internal::gspmd {
namespace {

// Returns the axes of the mesh in order, split wherever an axis reference in
// the sharding begins or ends.
std::vector<ResolvedAxis> CutAxes(const NamedSharding& named) {
  std::vector<std::vector<int64_t>> cuts(named.mesh.axes.size());
  const auto add = [&](const std::vector<ResolvedAxis>& axes) {
    for (const ResolvedAxis& axis : axes) {
      std::vector<int64_t>& own = cuts[static_cast<size_t>(axis.axis)];
      own.push_back(axis.lo);
      own.push_back(axis.hi);
    }
  };
  for (const DimAxes& dim : named.axes.dims) add(dim.axes);
  add(named.axes.replicated);
  add(named.axes.unreduced);
  add(named.axes.manual);

  std::vector<ResolvedAxis> pieces;
  for (size_t i = 0; i < cuts.size(); ++i) {
    std::vector<int64_t>& own = cuts[i];
    own.push_back(1);
    own.push_back(named.mesh.axes[i].size);
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    for (size_t k = 1; k < own.size(); ++k) {
      pieces.push_back({own[k - 1], own[k], static_cast<int64_t>(i)});
    }
  }
  return pieces;
}

// Turns the axes of the mesh into tile dimensions, one dimension after another.
class Tiler {
 public:
  explicit Tiler(const NamedSharding& named) : pieces_(CutAxes(named)) {
    used_.resize(pieces_.size());
    for (const ResolvedAxis& piece : pieces_) sizes_.push_back(piece.size());
  }

  // Adds a dimension split along these axes, major to minor. Returns its size.
  int64_t Take(const std::vector<ResolvedAxis>& axes) {
    int64_t product = 1;
    for (const ResolvedAxis& axis : axes) {
      for (size_t i = 0; i < pieces_.size(); ++i) {
        if (!Contains(axis, pieces_[i])) continue;
        used_[i] = true;
        permutation_.push_back(static_cast<int64_t>(i));
        product *= sizes_[i];
      }
    }
    return product;
  }
  // Adds a dimension for all remaining axes.
  int64_t TakeRest() {
    int64_t product = 1;
    for (size_t i = 0; i < pieces_.size(); ++i) {
      if (used_[i]) continue;
      permutation_.push_back(static_cast<int64_t>(i));
      product *= sizes_[i];
    }
    return product;
  }

  std::span<const int64_t> sizes() const { return sizes_; }
  std::span<const int64_t> permutation() const { return permutation_; }

 private:
  std::vector<ResolvedAxis> pieces_;
  std::vector<bool> used_;
  std::vector<int64_t> sizes_;
  std::vector<int64_t> permutation_;
};

// Adds metadata for the reduction, unless it is the default, a sum.
void AddReduction(const AxisSharding& axes, HloSharding& tiled) {
  if (axes.unreduced.empty() || axes.reduction == ReductionKind::kSum) return;
  const char* const name =
      axes.reduction == ReductionKind::kMax ? "MAX" : "MIN";
  tiled.metadata.push_back(
      {{"op_type", "sdy::reduction_op", true}, {"op_name", name, true}});
}

bool CoversMesh(const std::vector<ResolvedAxis>& axes, const NamedMesh& mesh) {
  return !axes.empty() && axes.size() == mesh.axes.size() &&
         std::ranges::all_of(axes, [&](const ResolvedAxis& axis) {
           return axis.lo == 1 &&
                  axis.hi == mesh.axes[static_cast<size_t>(axis.axis)].size;
         });
}

}  // namespace

bool ToTiles(const NamedSharding& named, HloSharding& tiled, Error& error) {
  tiled = {};
  if (named.mesh.axes.empty()) {
    if (!IsSingleDevice(named.mesh)) return true;
    tiled.kind = HloShardingKind::kMaximal;
    tiled.device = named.mesh.devices.list.front();
    return true;
  }
  if (CoversMesh(named.axes.manual, named.mesh)) {
    tiled.kind = HloShardingKind::kManual;
    return true;
  }
  tiled.kind = HloShardingKind::kTiled;
  Tiler tiler(named);
  for (const DimAxes& dim : named.axes.dims) {
    tiled.tile.push_back(tiler.Take(dim.axes));
  }
  const auto add_group = [&](int64_t size, SubgroupType type, bool empty) {
    if (empty) return;
    tiled.tile.push_back(size);
    tiled.subgroups.push_back(type);
  };
  add_group(tiler.Take(named.axes.manual), SubgroupType::kManual,
            named.axes.manual.empty());
  add_group(tiler.Take(named.axes.unreduced), SubgroupType::kUnreduced,
            named.axes.unreduced.empty());
  const int64_t rest = tiler.TakeRest();
  add_group(rest, SubgroupType::kReplicated, rest == 1);
  tiled.devices = named.mesh.HasDeviceOrder()
                      ? named.mesh.devices
                      : DeviceOrder::Iota(named.mesh.TotalSize());
  if (!TransposeTiles(tiler.sizes(), tiler.permutation(), tiled.devices)) {
    return error.Set(0, fmt::format("the device order of the mesh can only be "
                                    "listed, and lists have at most {} devices",
                                    kMaxDeviceList));
  }
  if (tiled.tile.empty()) {
    // This is a scalar on a single-device mesh.
    tiled = {};
    return true;
  }
  Canonicalize(tiled);
  AddReduction(named.axes, tiled);
  return true;
}

HloSharding ToNamed(NamedSharding named) {
  HloSharding sharding;
  if (IsSingleDevice(named.mesh)) {
    sharding.kind = HloShardingKind::kMaximal;
    sharding.single_device_spelling = true;
    sharding.device = named.mesh.devices.list.front();
    return sharding;
  }
  sharding.kind = HloShardingKind::kNamed;
  sharding.named = std::move(named);
  if (CoversMesh(sharding.named.axes.manual, sharding.named.mesh)) {
    const std::vector<ResolvedAxis> manual = sharding.named.axes.manual;
    sharding.named.axes = {};
    sharding.named.axes.manual = manual;
  }
  std::ranges::sort(sharding.named.axes.manual,
                    [](const ResolvedAxis& a, const ResolvedAxis& b) {
                      return a.axis != b.axis ? a.axis < b.axis : a.lo < b.lo;
                    });
  Canonicalize(sharding);
  return sharding;
}

bool ListDevices(HloSharding& sharding, Error& error) {
  // XLA can't read a list of one device.
  if (sharding.kind != HloShardingKind::kTiled ||
      sharding.devices.Count() == 1) {
    return true;
  }
  std::optional<std::vector<int64_t>> list = Expand(sharding.devices);
  if (!list) {
    return error.Set(sharding.offset,
                     fmt::format("{} devices are too many to list: at most {}",
                                 sharding.devices.Count(), kMaxDeviceList),
                     "use V2, which needs only a few numbers");
  }
  sharding.devices = DeviceOrder::List(std::move(*list));
  return true;
}

void RecoverIotas(HloSharding& sharding) {
  for (HloSharding& element : sharding.elements) RecoverIotas(element);
  if (sharding.kind != HloShardingKind::kTiled) return;
  if (!sharding.devices.IsList()) return;
  if (std::optional<DeviceOrder> order = RecoverIota(sharding.devices.list)) {
    sharding.devices = std::move(*order);
    Canonicalize(sharding);
  }
}

}  // namespace shardflow::internal::gspmd
