#include "sharding/devices.h"

#include <algorithm>

#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

std::vector<Digits> AllDigits(const Mesh& mesh, std::span<const AxisRef> axes) {
  std::vector<Digits> digits;
  digits.reserve(axes.size());
  for (const AxisRef& axis : axes) digits.push_back(DigitsOf(axis, mesh));
  return digits;
}

int64_t ShardAt(std::span<const Digits> digits, int64_t place) {
  int64_t shard = 0;
  for (const Digits& d : digits) shard = shard * d.size + d.Of(place);
  return shard;
}

int64_t IdAt(const Mesh& mesh, int64_t place) {
  return mesh.device_ids.empty() ? place
                                 : mesh.device_ids[static_cast<size_t>(place)];
}

}  // namespace

Digits DigitsOf(const AxisRef& axis, const Mesh& mesh) {
  int64_t minor = 1;  // product of the sizes of the axes after `axis`
  for (size_t i = mesh.axes.size(); mesh.axes[i - 1].name != axis.name; --i) {
    minor = SaturatingProduct(minor, mesh.axes[i - 1].size);
  }
  const int64_t all = AxisSize(AxisRef::Full(axis.name), mesh);
  return {SaturatingProduct(minor, all / NextPreSize(axis, mesh)),
          AxisSize(axis, mesh)};
}

std::vector<int64_t> ShardsOfDevices(const Mesh& mesh,
                                     std::span<const AxisRef> axes) {
  const std::vector<Digits> digits = AllDigits(mesh, axes);
  const int64_t count = mesh.TotalSize();
  std::vector<int64_t> shards(static_cast<size_t>(count));
  for (int64_t place = 0; place < count; ++place) {
    const int64_t id = IdAt(mesh, place);
    if (id < 0 || id >= count) continue;
    shards[static_cast<size_t>(id)] = ShardAt(digits, place);
  }
  return shards;
}

DeviceGroups GroupsAlong(const Mesh& mesh, std::span<const AxisRef> axes) {
  DeviceGroups groups;
  groups.group_size = TotalSize(axes, mesh);
  std::vector<AxisRef> order =
      AxesDifference(SplitMeshAxes(mesh, axes), axes, mesh);
  order.insert(order.end(), axes.begin(), axes.end());
  const std::vector<Digits> digits = AllDigits(mesh, order);
  const int64_t count = mesh.TotalSize();
  groups.ids.resize(static_cast<size_t>(count));
  for (int64_t place = 0; place < count; ++place) {
    groups.ids[static_cast<size_t>(ShardAt(digits, place))] = IdAt(mesh, place);
  }
  return groups;
}

std::vector<int64_t> PermutationPairs(const Mesh& from_mesh,
                                      std::span<const AxisRef> from,
                                      const Mesh& to_mesh,
                                      std::span<const AxisRef> to) {
  const std::vector<int64_t> shards = ShardsOfDevices(from_mesh, from);
  const std::vector<int64_t> wanted = ShardsOfDevices(to_mesh, to);
  std::vector<int64_t> device_of(shards.size());
  for (size_t id = 0; id < wanted.size(); ++id) {
    device_of[static_cast<size_t>(wanted[id])] = static_cast<int64_t>(id);
  }
  std::vector<int64_t> pairs;
  pairs.reserve(2 * shards.size());
  for (size_t id = 0; id < shards.size(); ++id) {
    pairs.push_back(static_cast<int64_t>(id));
    pairs.push_back(device_of[static_cast<size_t>(shards[id])]);
  }
  return pairs;
}

std::vector<int64_t> MatchingPairs(const Mesh& from_mesh,
                                   std::span<const AxisRef> from,
                                   const Mesh& to_mesh,
                                   std::span<const AxisRef> to) {
  const std::vector<int64_t> shards = ShardsOfDevices(from_mesh, from);
  const std::vector<int64_t> wanted = ShardsOfDevices(to_mesh, to);
  // For each shard, the devices that need it but lack it, in reverse order.
  std::vector<std::vector<int64_t>> lack(wanted.size());
  for (size_t id = wanted.size(); id-- > 0;) {
    if (shards[id] == wanted[id]) continue;
    lack[static_cast<size_t>(wanted[id])].push_back(static_cast<int64_t>(id));
  }
  std::vector<int64_t> pairs;
  pairs.reserve(2 * shards.size());
  for (size_t id = 0; id < shards.size(); ++id) {
    int64_t target = static_cast<int64_t>(id);
    if (shards[id] != wanted[id]) {
      std::vector<int64_t>& devices = lack[static_cast<size_t>(shards[id])];
      target = devices.back();
      devices.pop_back();
    }
    pairs.push_back(static_cast<int64_t>(id));
    pairs.push_back(target);
  }
  return pairs;
}

std::vector<int64_t> ShiftPairs(const Mesh& mesh, std::span<const AxisRef> axes,
                                int64_t offset,
                                std::span<const int64_t> receivers) {
  const std::vector<Digits> digits = AllDigits(mesh, axes);
  const int64_t count = mesh.TotalSize();
  const int64_t shards = TotalSize(axes, mesh);
  std::vector<int64_t> pairs;
  for (int64_t place = 0; place < count; ++place) {
    int64_t shard = ShardAt(digits, place) + offset;
    if (shard < 0 || shard >= shards) continue;
    if (!receivers.empty() &&
        !std::binary_search(receivers.begin(), receivers.end(), shard)) {
      continue;
    }
    int64_t target = place;
    for (size_t i = digits.size(); i-- > 0;) {
      const int64_t digit = shard % digits[i].size;
      shard /= digits[i].size;
      target += (digit - digits[i].Of(place)) * digits[i].divisor;
    }
    pairs.push_back(IdAt(mesh, place));
    pairs.push_back(IdAt(mesh, target));
  }
  return pairs;
}

Mesh WithReversedAxes(const Mesh& mesh, std::span<const AxisRef> axes) {
  const std::vector<Digits> digits = AllDigits(mesh, axes);
  const int64_t count = mesh.TotalSize();
  Mesh reversed;
  reversed.axes = mesh.axes;
  reversed.device_ids.reserve(static_cast<size_t>(count));
  for (int64_t place = 0; place < count; ++place) {
    int64_t other = place;
    for (const Digits& d : digits) {
      other += (d.size - 1 - 2 * d.Of(place)) * d.divisor;
    }
    reversed.device_ids.push_back(IdAt(mesh, other));
  }
  return reversed;
}

}  // namespace shardflow::internal
