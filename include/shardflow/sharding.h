#ifndef SHARDFLOW_SHARDING_H_
#define SHARDFLOW_SHARDING_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"

// Meshes and shardings as plain structs, and functions that find the part of a
// tensor that each device holds.
//
//   MeshInfo mesh{"mesh", {{"data", 4}, {"model", 2}}};
//   ShardingInfo s = ClosedSharding("mesh", {{"data"}, {}});
//   LocalShape({10, 8}, s, mesh)           // {3, 8}
//   DeviceSlices({10, 8}, s, mesh)[6]      // device 6: {9, 0}, size {1, 8}
//
// The terms come from Shardy's dialect `sdy` (docs/glossary.md explains them).
// All functions may be called from any thread.

namespace shardflow {

// One axis of a mesh.
struct MeshAxisInfo {
  std::string name;
  int64_t size = 1;  // number of devices along it, at least 1

  friend bool operator==(const MeshAxisInfo&, const MeshAxisInfo&) = default;
};

// A mesh, such as #sdy.mesh<["data"=4, "model"=2]>. Its positions are numbered
// from 0, with the last axis changing fastest. The device at position p is
// device_ids[p], or p if device_ids is empty. A mesh with one device id and no
// axes is *maximal*: a tensor that is sharded on it is entirely on that device.
struct MeshInfo {
  std::string name;  // without '@'
  std::vector<MeshAxisInfo> axes;
  std::vector<int64_t> device_ids;

  friend bool operator==(const MeshInfo&, const MeshInfo&) = default;
};

// A whole axis, such as `"x"`, or a sub-axis, such as `"x":(2)4`, which has
// pre_size = 2 and size = 4.
struct AxisInfo {
  std::string name;
  int64_t pre_size = 0;  // this and `size` are 0 for a whole axis
  int64_t size = 0;

  friend bool operator==(const AxisInfo&, const AxisInfo&) = default;
};

// The sharding of one dimension.
struct DimShardingInfo {
  // Major to minor, so the coarsest cut comes first.
  std::vector<AxisInfo> axes;
  bool closed = true;           // if true, propagation adds no axes
  std::optional<int> priority;  // the user priority; nullopt means 0, the first

  friend bool operator==(const DimShardingInfo&,
                         const DimShardingInfo&) = default;
};

// The sharding of a tensor. `dims` has one entry for each dimension of the
// tensor.
struct ShardingInfo {
  std::string mesh;  // the mesh's name, without '@'; "" if it is inlined
  std::vector<DimShardingInfo> dims;
  std::vector<AxisInfo> replicated;  // explicitly replicated axes
  // The axes along which each device holds a partial result.
  std::vector<AxisInfo> unreduced;
  // How the partial results of an unreduced tensor are combined: "max", "min",
  // or empty for a sum.
  std::string reduction;
  // The inlined mesh, without a name. Used only if `mesh` is empty.
  std::optional<MeshInfo> inlined_mesh;

  friend bool operator==(const ShardingInfo&, const ShardingInfo&) = default;
};

// Return a sharding whose dimensions are all closed, such as `[{"data"}, {}]`,
// or all open, such as `[{"data", ?}, {?}]`. `mesh` is the name of the mesh.
// `dims` has the axis names for each dimension, e.g. {{"data"}, {}}. These are
// whole axes, not sub-axes.
SHARDFLOW_EXPORT ShardingInfo ClosedSharding(
    std::string mesh, const std::vector<std::vector<std::string>>& dims);
SHARDFLOW_EXPORT ShardingInfo OpenSharding(
    std::string mesh, const std::vector<std::vector<std::string>>& dims);

// Parses text such as `#sdy.sharding<@mesh, [{"data"}, {?}]>`. If the text has
// a syntax error or is a list of shardings, returns nullopt and adds an error
// to `messages`. The sharding isn't checked against a mesh or a tensor.
SHARDFLOW_EXPORT std::optional<ShardingInfo> ParseSharding(
    std::string_view text, std::vector<Message>& messages);
// Returns the sharding as text that ParseSharding can parse. A reduction other
// than "max" or "min" isn't shown.
SHARDFLOW_EXPORT std::string ToText(const ShardingInfo& sharding);

// The sizes of a tensor's dimensions, or nothing. Unlike a std::optional, it
// may be dereferenced while it is a temporary, because `*` then returns a copy.
// With a std::optional, this loop would read freed memory:
//
//   for (const int64_t size : *view.LocalShape(value)) ...
class OptionalShape : public std::optional<std::vector<int64_t>> {
 public:
  using std::optional<std::vector<int64_t>>::optional;
  OptionalShape() = default;
  OptionalShape(std::optional<std::vector<int64_t>> shape)
      : optional(std::move(shape)) {}

  const std::vector<int64_t>& operator*() const& {
    return optional::operator*();
  }
  std::vector<int64_t>& operator*() & { return optional::operator*(); }
  std::vector<int64_t> operator*() && {
    return std::move(optional::operator*());
  }
};

// The part of a tensor that one device holds: in dimension d, sizes[d]
// elements, beginning with element offsets[d]. If a dimension isn't divided
// evenly, the last devices hold fewer elements than the local shape, or even
// none. (In that case, the size is 0 and the offset is the end of the
// dimension.) Shardy pads such parts to the local shape.
struct DeviceSlice {
  int64_t device = 0;  // the id of the device
  std::vector<int64_t> offsets;
  std::vector<int64_t> sizes;

  friend bool operator==(const DeviceSlice&, const DeviceSlice&) = default;
};

// --- which device holds what
//
// These functions return nullopt, or an empty list, if the mesh is invalid or
// the sharding doesn't fit: if the rank differs, a size is below -1, the mesh
// lacks an axis, or a sub-axis doesn't divide its axis. A size of -1 means
// unknown. The name of the mesh is ignored.

// Returns the shape of the part on one device, in elements: each size divided
// by the number of shards of its dimension, rounded up, as in Shardy's local
// types. All devices have this shape. Where the shards don't divide a
// dimension, the last devices hold padding, which a DeviceSlice leaves out.
// Unknown sizes stay -1.
SHARDFLOW_EXPORT OptionalShape LocalShape(const std::vector<int64_t>& shape,
                                          const ShardingInfo& sharding,
                                          const MeshInfo& mesh);

// Returns the slice that the device with the id `device` holds, or nullopt if
// the mesh has no such device or a size is unknown.
SHARDFLOW_EXPORT std::optional<DeviceSlice> DeviceSliceOf(
    const std::vector<int64_t>& shape, const ShardingInfo& sharding,
    const MeshInfo& mesh, int64_t device);

// The maximum number of devices for which DeviceSlices lists slices.
inline constexpr int64_t kMaxListedDevices = int64_t{1} << 20;
// Returns the slices of all devices, in mesh order, or an empty list if the
// mesh has more than kMaxListedDevices devices.
SHARDFLOW_EXPORT std::vector<DeviceSlice> DeviceSlices(
    const std::vector<int64_t>& shape, const ShardingInfo& sharding,
    const MeshInfo& mesh);

}  // namespace shardflow

#endif  // SHARDFLOW_SHARDING_H_
