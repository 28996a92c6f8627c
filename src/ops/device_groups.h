#ifndef SHARDFLOW_OPS_DEVICE_GROUPS_H_
#define SHARDFLOW_OPS_DEVICE_GROUPS_H_

#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "ir/module.h"
#include "sharding/devices.h"
#include "sharding/mesh_table.h"
#include "sharding/sharding.h"

// The groups of devices among which a collective communicates. StableHLO writes
// them in one of two ways: as lists of devices, or as axes of a mesh, such as
// #stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [...]>.

namespace shardflow::internal {

// Groups of devices that differ only in their positions along `axes`.
struct GroupAxes {
  MeshRef mesh;
  // The mesh itself, if it is written as a #stablehlo.mesh. Then `mesh` names
  // nothing.
  std::optional<Mesh> spelled_out = std::nullopt;
  std::vector<AxisRef> axes = {};

  // Returns the mesh, or null if there is none. `named` is the mesh that `mesh`
  // names; the caller has looked it up.
  const Mesh* FindMesh(const Module& m, MeshId named) const {
    if (spelled_out) return &*spelled_out;
    return named ? &m.shardings.mesh(named) : nullptr;
  }
};
// Reads groups that are written as axes. Returns nullopt for lists of devices,
// and for malformed axes.
std::optional<GroupAxes> ReadGroupAxes(const Module& m, AttrId groups);

// Returns the mesh in a #stablehlo.mesh.
Mesh ReadStablehloMesh(const Module& m, AttrId attr);

// Returns what is wrong with the op's groups, in StableHLO's words where it
// checks the same: an unknown mesh or axis, sub-axes that don't fit, or an axis
// that is used twice. Returns nullopt if nothing is, and for lists of devices.
std::optional<Error> FindGroupFault(const Module& m, OpId op,
                                    const MeshTable& meshes);

// Returns true if any groups in the program are written as axes. May also
// return true if none are.
bool MayHaveGroupAxes(const Module& m);

// Returns the devices of the op's groups, which may be written in either way;
// nullopt if they are missing or wrong, if they don't form a table, or if they
// are on a mesh with more than kMaxTabledDevices devices.
std::optional<DeviceGroups> ListGroupDevices(const Module& m, OpId op,
                                             const MeshTable& meshes);

// Returns the groups as lists of devices, in the order that sharding/devices.h
// defines.
AttrId MakeGroupLists(Module& m, const Mesh& mesh,
                      std::span<const AxisRef> axes);

// Rewrites the op's groups, which are axes, to lists of devices. Returns false
// if they are wrong, or on a mesh with more than kMaxTabledDevices devices.
bool ListGroups(Module& m, OpId op, const MeshTable& meshes);

// Rewrites the groups of all collectives from axes to lists of devices, so that
// they no longer depend on the meshes of the module. Returns the first op whose
// groups stay as they are, because they are wrong or on a mesh with more than
// kMaxTabledDevices devices; None if there is no such op.
OpId ListDeviceGroups(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DEVICE_GROUPS_H_
