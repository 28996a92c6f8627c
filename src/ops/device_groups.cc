#include "ops/device_groups.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "ir/names.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/devices.h"

namespace shardflow::internal {
namespace {

// Whether `axes` can form groups: they must be in the mesh and not overlap.
bool AreOfMesh(std::span<const AxisRef> axes, const Mesh& mesh) {
  for (size_t i = 0; i < axes.size(); ++i) {
    const AxisRef& axis = axes[i];
    const int index = mesh.AxisIndex(axis.name);
    if (index < 0) return false;
    const int64_t size = mesh.axes[static_cast<size_t>(index)].size;
    if (!axis.IsFull() && (axis.pre_size < 1 || axis.size < 1 ||
                           size / axis.pre_size < axis.size ||
                           size % (axis.pre_size * axis.size) != 0)) {
      return false;
    }
    for (size_t j = 0; j < i; ++j) {
      if (Overlaps(axes[j], axis)) return false;
    }
  }
  return true;
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

bool MayHaveGroupAxes(const Module& m) {
  for (size_t i = 0; i < m.attrs.size(); ++i) {
    if (IsStruct(m, AttrId(i), StructId::kReplicaGroupMeshAxes)) return true;
  }
  return false;
}

AttrId MakeGroupLists(Module& m, const Mesh& mesh,
                      std::span<const AxisRef> axes) {
  const DeviceGroups groups = GroupsAlong(mesh, axes);
  const int64_t dims[] = {
      static_cast<int64_t>(groups.ids.size()) / groups.group_size,
      groups.group_size};
  return MakeDenseI64(m, dims, groups.ids);
}

void ListDeviceGroups(Module& m) {
  if (!MayHaveGroupAxes(m)) return;
  const SymbolTable symbols(m);
  WalkPreOrder(m, m.root(), [&](OpId op) {
    const std::optional<GroupAxes> groups =
        ReadGroupAxes(m, m.attr(op, name::kReplicaGroups));
    if (!groups) return;
    const MeshId id = symbols.FindMesh(m, groups->mesh);
    if (!id) return;
    const Mesh& mesh = m.shardings.mesh(id);
    if (mesh.TotalSize() > kMaxTabledDevices ||
        !AreOfMesh(groups->axes, mesh)) {
      return;
    }
    m.SetAttr(op, name::kReplicaGroups, MakeGroupLists(m, mesh, groups->axes));
  });
}

}  // namespace shardflow::internal
