#ifndef SHARDFLOW_SHARDING_DEVICES_H_
#define SHARDFLOW_SHARDING_DEVICES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sharding/sharding.h"

// Views a mesh as a list of devices: which shard each device has when a tensor
// is split over some axes, and which devices form a group along these axes.
//
//   on <"x"=2, "y"=2>      ShardsOfDevices {"y"}       0 1 0 1
//                          ShardsOfDevices {"y", "x"}  0 2 1 3
//                          GroupsAlong {"y"}           [[0, 1], [2, 3]]
//
// The place of a device is its index when the mesh is counted row by row. The
// device's id is the entry of `device_ids` at that place.

namespace shardflow::internal {

// The digits of a place that an axis reference selects, computed as place /
// divisor % size.
struct Digits {
  int64_t divisor = 1;
  int64_t size = 1;

  int64_t Of(int64_t place) const { return place / divisor % size; }
};
// Returns the digits of `axis`, which must be in the mesh.
Digits DigitsOf(const AxisRef& axis, const Mesh& mesh);

// The maximum number of devices in a mesh for functions that return a list of
// all devices.
constexpr int64_t kMaxTabledDevices = int64_t{1} << 20;

// Returns which shard each device has, for device ids 0, 1, ..., when a tensor
// is split over `axes` (major to minor). The mesh may have at most
// kMaxTabledDevices devices, and their ids must be a permutation of 0, 1, ....
std::vector<int64_t> ShardsOfDevices(const Mesh& mesh,
                                     std::span<const AxisRef> axes);

// The groups of devices that differ only in their positions along `axes`, one
// group after the other. Within a group, devices are in the order of `axes`;
// the groups are in the order of the other axes.
struct DeviceGroups {
  int64_t group_size = 1;
  std::vector<int64_t> ids;
};
DeviceGroups GroupsAlong(const Mesh& mesh, std::span<const AxisRef> axes);

// Returns the sends that move each shard from its device in `from` to its
// device in `to`: one pair {source, target} for each source device. Both lists
// must contain the same axes, split in the same way but in any order, and no
// two devices may have the same shard.
std::vector<int64_t> PermutationPairs(const Mesh& from_mesh,
                                      std::span<const AxisRef> from,
                                      const Mesh& to_mesh,
                                      std::span<const AxisRef> to);

// Like PermutationPairs, but accepts any two lists of axes with the same number
// of shards, on meshes with the same number of devices. A device that already
// has the right shard sends it to itself.
std::vector<int64_t> MatchingPairs(const Mesh& from_mesh,
                                   std::span<const AxisRef> from,
                                   const Mesh& to_mesh,
                                   std::span<const AxisRef> to);

// Returns pairs {source, target}, ordered by the place of the source, that move
// each shard by `offset` along `axes`. Shards that would leave the mesh aren't
// moved. If `receivers` isn't empty, only the shards that it lists, in
// ascending order, receive a shard.
std::vector<int64_t> ShiftPairs(const Mesh& mesh, std::span<const AxisRef> axes,
                                int64_t offset,
                                std::span<const int64_t> receivers = {});

// Returns the mesh with the devices along `axes` in the opposite order.
Mesh WithReversedAxes(const Mesh& mesh, std::span<const AxisRef> axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_DEVICES_H_
