#ifndef SHARDFLOW_OPS_DEVICE_GROUPS_H_
#define SHARDFLOW_OPS_DEVICE_GROUPS_H_

#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "sharding/sharding.h"

// The groups of devices among which a collective communicates. StableHLO has
// two notations: lists of devices, and axes of a mesh, such as
// #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>.

namespace shardflow::internal {

// Groups of devices that differ only in their positions along `axes`.
struct GroupAxes {
  MeshRef mesh;
  std::vector<AxisRef> axes;
};
// Reads groups in the second notation; nullopt if `groups` isn't in it, or is
// malformed.
std::optional<GroupAxes> ReadGroupAxes(const Module& m, AttrId groups);

// Whether any groups in the program may be in the second notation.
bool MayHaveGroupAxes(const Module& m);

// Returns the groups as lists of devices, in the order of
// sharding/devices.h.
AttrId MakeGroupLists(Module& m, const Mesh& mesh,
                      std::span<const AxisRef> axes);

// Replaces the second notation by the first in all collectives, so that their
// groups mean the same without the meshes. Groups on unknown meshes or axes
// stay as they are.
void ListDeviceGroups(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DEVICE_GROUPS_H_
