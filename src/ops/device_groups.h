#ifndef SHARDFLOW_OPS_DEVICE_GROUPS_H_
#define SHARDFLOW_OPS_DEVICE_GROUPS_H_

#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "sharding/sharding.h"

// The groups of devices among which a collective communicates. StableHLO writes
// them in one of two ways: as lists of devices, or as axes of a mesh, such as
// #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>.

namespace shardflow::internal {

// Groups of devices that differ only in their positions along `axes`.
struct GroupAxes {
  MeshRef mesh;
  std::vector<AxisRef> axes;
};
// Reads groups that are written as axes. Returns nullopt for lists of devices,
// and for malformed axes.
std::optional<GroupAxes> ReadGroupAxes(const Module& m, AttrId groups);

// Returns true if any groups in the program are written as axes. May also
// return true if none are.
bool MayHaveGroupAxes(const Module& m);

// Returns the groups as lists of devices, in the order that sharding/devices.h
// defines.
AttrId MakeGroupLists(Module& m, const Mesh& mesh,
                      std::span<const AxisRef> axes);

// Rewrites the groups of all collectives from axes to lists of devices, so that
// they no longer depend on the meshes. Groups on unknown meshes or axes don't
// change.
void ListDeviceGroups(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DEVICE_GROUPS_H_
