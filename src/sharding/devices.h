#ifndef SHARDFLOW_SHARDING_DEVICES_H_
#define SHARDFLOW_SHARDING_DEVICES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sharding/sharding.h"

// Meshes as lists of devices: which shard each device has along some axes, and
// which devices talk to each other along them.
//
//   on <"x"=2, "y"=2>      ShardsOfDevices {"y"}       0 1 0 1
//                          ShardsOfDevices {"y", "x"}  0 2 1 3
//                          GroupsAlong {"y"}           [[0, 1], [2, 3]]
//
// The place of a device is its number when the mesh is counted row by row; its
// id is what `device_ids` has at that place.

namespace shardflow::internal {

// The digits of a place that belong to an axis: place / divisor % size.
struct Digits {
  int64_t divisor = 1;
  int64_t size = 1;

  int64_t Of(int64_t place) const { return place / divisor % size; }
};
// `axis` is of `mesh`.
Digits DigitsOf(const AxisRef& axis, const Mesh& mesh);

// Lists by device are made for meshes of up to this many devices.
constexpr int64_t kMaxTabledDevices = int64_t{1} << 20;

// For each device id 0, 1, ... the number of its shard along `axes` (major to
// minor). The mesh has at most kMaxTabledDevices devices, and their ids are the
// numbers from 0 on in some order.
std::vector<int64_t> ShardsOfDevices(const Mesh& mesh,
                                     std::span<const AxisRef> axes);

// Devices that are equal along all axes but `axes`, one group after the other.
// Members are in the order of `axes`, groups in that of the other axes.
struct DeviceGroups {
  int64_t group_size = 1;
  std::vector<int64_t> ids;
};
DeviceGroups GroupsAlong(const Mesh& mesh, std::span<const AxisRef> axes);

// {source, target} for every source: where a shard has to go so that each
// device has what `to` says instead of what `from` says. Both list the same
// axes (cut in the same way), in the order of their shards; devices are told
// apart by all axes listed.
std::vector<int64_t> PermutationPairs(const Mesh& from_mesh,
                                      std::span<const AxisRef> from,
                                      const Mesh& to_mesh,
                                      std::span<const AxisRef> to);

// {source, target} by the place of the source: shards move by `offset` along
// `axes`; those that would leave the mesh don't move.
std::vector<int64_t> ShiftPairs(const Mesh& mesh, std::span<const AxisRef> axes,
                                int64_t offset);

// The mesh whose devices are in the opposite order along `axes`.
Mesh WithReversedAxes(const Mesh& mesh, std::span<const AxisRef> axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_DEVICES_H_
