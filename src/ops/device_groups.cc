#include "ops/device_groups.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/dims.h"
#include "base/error_format.h"
#include "ir/names.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/symbols.h"
#include "sharding/devices.h"
#include "sharding/verify.h"

namespace shardflow::internal {
namespace {

// Checks that the axes are in the mesh and don't overlap.
std::optional<Error> CheckGroupAxes(std::span<const AxisRef> axes,
                                    const Mesh& mesh,
                                    const StringStore& names) {
  AxisChecker checker(mesh, names);
  for (const AxisRef& axis : axes) {
    // One by one, because two sub-axes that could be merged are allowed.
    if (std::optional<Error> fault = checker.Add({&axis, 1})) return fault;
  }
  return checker.CheckSubAxes();
}

// Returns the mesh that the op's groups are along; null if its groups are
// wrong, or too many to be listed.
const Mesh* FindListableMesh(const Module& m, OpId op, const GroupAxes& groups,
                             const MeshTable& meshes) {
  const Mesh* const mesh = groups.FindMesh(m, meshes.Find(groups.mesh));
  return mesh == nullptr || mesh->TotalSize() > kMaxTabledDevices ||
                 FindGroupFault(m, op, meshes)
             ? nullptr
             : mesh;
}

}  // namespace

std::optional<GroupAxes> ReadGroupAxes(const Module& m, AttrId groups) {
  if (!IsStruct(m, groups, StructId::kReplicaGroupMeshAxes)) {
    return std::nullopt;
  }
  GroupAxes read;
  const AttrId mesh = StructField(m, groups, 0);
  if (m.attrs.Is(mesh, AttrKind::kSymbolRef)) {
    read.mesh = MeshRef::Symbol(m.attrs.SymbolRoot(mesh));
  } else if (m.attrs.Is(mesh, AttrKind::kMesh)) {
    read.mesh = MeshRef::Inlined(m.attrs.As<MeshAttr>(mesh).mesh);
  } else if (IsStruct(m, mesh, StructId::kStablehloMesh)) {
    read.spelled_out = ReadStablehloMesh(m, mesh);
  } else {
    return std::nullopt;
  }
  const AttrId list = StructField(m, groups, 1);
  if (!m.attrs.Is(list, AttrKind::kArray)) return std::nullopt;
  for (size_t i = 0; i < m.attrs.ArraySize(list); ++i) {
    const AttrId axis = m.attrs.ArrayItem(list, i);
    if (!IsStruct(m, axis, StructId::kStablehloAxisRef)) return std::nullopt;
    const NameId name = m.attrs.StringValue(StructField(m, axis, 0));
    const AttrId sub = StructField(m, axis, 1);
    read.axes.push_back(
        IsStruct(m, sub, StructId::kStablehloSubAxisInfo)
            ? AxisRef::Sub(name, m.attrs.IntegerValue(StructField(m, sub, 0)),
                           m.attrs.IntegerValue(StructField(m, sub, 1)))
            : AxisRef::Full(name));
  }
  return read;
}

Mesh ReadStablehloMesh(const Module& m, AttrId attr) {
  Mesh mesh;
  const AttrId axes = StructField(m, attr, 0);
  if (!m.attrs.Is(axes, AttrKind::kArray)) return mesh;
  for (size_t i = 0; i < m.attrs.ArraySize(axes); ++i) {
    const AttrId axis = m.attrs.ArrayItem(axes, i);
    if (!IsStruct(m, axis, StructId::kStablehloMeshAxis)) continue;
    mesh.axes.push_back(
        {.name = m.attrs.StringValue(StructField(m, axis, 0)),
         .size = m.attrs.IntegerValue(StructField(m, axis, 1))});
  }
  if (const auto ids = DenseI64(m, StructField(m, attr, 1))) {
    mesh.device_ids = *ids;
  }
  return mesh;
}

std::optional<Error> FindGroupFault(const Module& m, OpId op,
                                    const MeshTable& meshes) {
  const AttrId attr = m.attr(op, name::kReplicaGroups);
  if (!IsStruct(m, attr, StructId::kReplicaGroupMeshAxes)) return std::nullopt;
  const std::optional<GroupAxes> groups = ReadGroupAxes(m, attr);
  if (!groups) {
    return ErrorOf(
        "replica_groups: must have a mesh, and a list of #stablehlo.axis_ref");
  }
  const Mesh* const mesh = groups->FindMesh(m, meshes.Find(groups->mesh));
  if (mesh == nullptr) {
    return ErrorOf("replica_groups: mesh symbol '{}' not found",
                   m.names.Get(groups->mesh.symbol()));
  }
  std::optional<Error> fault;
  if (groups->spelled_out) {
    fault = CheckMesh(*mesh, m.names);
    const AttrId ids = StructField(m, StructField(m, attr, 0), 1);
    if (!fault && ids && !DenseI64(m, ids)) {
      fault = ErrorOf("device_ids must be a list of 64-bit integers");
    }
  }
  if (!fault) fault = CheckGroupAxes(groups->axes, *mesh, m.names);
  if (fault) fault->message.insert(0, "replica_groups: ");
  return fault;
}

bool MayHaveGroupAxes(const Module& m) {
  for (size_t i = 0; i < m.attrs.size(); ++i) {
    if (IsStruct(m, AttrId(i), StructId::kReplicaGroupMeshAxes)) return true;
  }
  return false;
}

std::optional<DeviceGroups> ListGroupDevices(const Module& m, OpId op,
                                             const MeshTable& meshes) {
  const AttrId attr = m.attr(op, name::kReplicaGroups);
  if (const std::optional<GroupAxes> groups = ReadGroupAxes(m, attr)) {
    const Mesh* const mesh = FindListableMesh(m, op, *groups, meshes);
    if (mesh == nullptr) return std::nullopt;
    return GroupsAlong(*mesh, groups->axes);
  }
  std::optional<std::vector<int64_t>> ids = DenseI64(m, attr);
  if (!ids) return std::nullopt;
  const Dims shape = m.types.dims(ElementsType(m, attr));
  if (shape.size() != 2 || shape[1] <= 0) return std::nullopt;
  return DeviceGroups{.group_size = shape[1], .ids = *std::move(ids)};
}

AttrId MakeGroupLists(Module& m, const Mesh& mesh,
                      std::span<const AxisRef> axes) {
  const DeviceGroups groups = GroupsAlong(mesh, axes);
  const int64_t dims[] = {
      static_cast<int64_t>(groups.ids.size()) / groups.group_size,
      groups.group_size};
  return MakeDenseI64(m, dims, groups.ids);
}

bool ListGroups(Module& m, OpId op, const MeshTable& meshes) {
  const std::optional<GroupAxes> groups =
      ReadGroupAxes(m, m.attr(op, name::kReplicaGroups));
  const Mesh* const found =
      groups ? FindListableMesh(m, op, *groups, meshes) : nullptr;
  if (found == nullptr) return false;
  // A copy, because MakeGroupLists adds to the module.
  const Mesh mesh = *found;
  m.SetAttr(op, name::kReplicaGroups, MakeGroupLists(m, mesh, groups->axes));
  return true;
}

OpId ListDeviceGroups(Module& m) {
  OpId unlisted;
  if (!MayHaveGroupAxes(m)) return unlisted;
  const MeshTable meshes = Meshes(m);
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (ReadGroupAxes(m, m.attr(op, name::kReplicaGroups)) &&
        !ListGroups(m, op, meshes) && unlisted.IsNone()) {
      unlisted = op;
    }
  });
  return unlisted;
}

}  // namespace shardflow::internal
