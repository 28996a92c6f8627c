#include "gspmd/canonical.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "sharding/axis.h"

namespace shardflow::internal::gspmd {
namespace {

HloShardingKind KindOf(SubgroupType type) {
  switch (type) {
    case SubgroupType::kManual:
      return HloShardingKind::kManual;
    case SubgroupType::kUnreduced:
      return HloShardingKind::kUnreduced;
    case SubgroupType::kReplicated:
      return HloShardingKind::kReplicated;
  }
  return HloShardingKind::kReplicated;
}

void BecomePlain(HloSharding& sharding, HloShardingKind kind) {
  sharding.kind = kind;
  sharding.tile.clear();
  sharding.subgroups.clear();
  sharding.devices = {};
}

bool AllEqual(std::span<const SubgroupType> types) {
  return std::ranges::all_of(
      types, [&](SubgroupType type) { return type == types.front(); });
}

// Drops subgroups of size 1, sorts the others by type, and merges those with
// the same type. Returns false, and changes nothing, if the devices can't be
// reordered to match.
bool MergeSubgroups(HloSharding& sharding) {
  const size_t rank = sharding.DataRank();
  std::vector<size_t> kept;  // tile dimensions of the subgroups that stay
  for (size_t i = rank; i < sharding.tile.size(); ++i) {
    if (sharding.tile[i] != 1) kept.push_back(i);
  }
  const auto type_of = [&](size_t dim) {
    return sharding.subgroups[dim - rank];
  };
  std::ranges::stable_sort(kept, {}, type_of);

  std::vector<int64_t> permutation(rank);
  std::iota(permutation.begin(), permutation.end(), 0);
  std::vector<int64_t> tile(
      sharding.tile.begin(),
      sharding.tile.begin() + static_cast<ptrdiff_t>(rank));
  std::vector<SubgroupType> types;
  for (const size_t dim : kept) {
    permutation.push_back(static_cast<int64_t>(dim));
    if (!types.empty() && types.back() == type_of(dim)) {
      tile.back() *= sharding.tile[dim];
    } else {
      types.push_back(type_of(dim));
      tile.push_back(sharding.tile[dim]);
    }
  }
  // Dimensions of size 1 don't affect the device order.
  if (!std::ranges::is_sorted(kept)) {
    std::vector<int64_t> all = permutation;
    for (size_t i = rank; i < sharding.tile.size(); ++i) {
      if (sharding.tile[i] == 1) all.push_back(static_cast<int64_t>(i));
    }
    if (!TransposeTiles(sharding.tile, all, sharding.devices)) return false;
  }
  sharding.tile = std::move(tile);
  sharding.subgroups = std::move(types);
  return true;
}

void CanonicalizeTiled(HloSharding& sharding) {
  Simplify(sharding.devices);
  if (sharding.subgroups.empty()) return;
  const int64_t count = sharding.devices.Count();
  int64_t data_tiles = 1;
  for (size_t i = 0; i < sharding.DataRank(); ++i) {
    data_tiles *= sharding.tile[i];
  }
  if (data_tiles == 1 && AllEqual(sharding.subgroups)) {
    BecomePlain(sharding, KindOf(sharding.subgroups.front()));
    return;
  }
  if (!MergeSubgroups(sharding) || sharding.subgroups.empty()) return;
  const int64_t last = sharding.tile.back();
  const SubgroupType type = sharding.subgroups.back();
  if (sharding.subgroups.size() == 1 && last == count) {
    BecomePlain(sharding, KindOf(type));
    return;
  }
  if (type == SubgroupType::kReplicated) SortGroups(sharding.devices, last);
}

void CanonicalizeNamed(HloSharding& sharding) {
  NamedMesh& mesh = sharding.named.mesh;
  Simplify(mesh.devices);
  // The identity order is the default, so it is left out.
  if (mesh.HasDeviceOrder() && !mesh.devices.IsList() &&
      mesh.devices.reshape.size() == 1) {
    mesh.devices = {};
  }
}

void CanonicalizeOne(HloSharding& sharding) {
  if (sharding.kind == HloShardingKind::kTiled) CanonicalizeTiled(sharding);
  if (sharding.kind == HloShardingKind::kNamed) CanonicalizeNamed(sharding);
}

}  // namespace

int64_t NamedMesh::TotalSize() const {
  int64_t total = 1;
  for (const NamedAxis& axis : axes) {
    total = SaturatingProduct(total, axis.size);
  }
  return total;
}

void Canonicalize(HloSharding& sharding) {
  CanonicalizeOne(sharding);
  for (HloSharding& element : sharding.elements) CanonicalizeOne(element);
}

}  // namespace shardflow::internal::gspmd
