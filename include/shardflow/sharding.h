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

// Meshes and shardings as plain values, and which part of a tensor each device
// holds.
//
//   MeshInfo mesh{"mesh", {{"data", 4}, {"model", 2}}};
//   ShardingInfo s = ClosedSharding("mesh", {{"data"}, {}});
//   LocalShape({10, 8}, s, mesh)           // {3, 8}
//   DeviceSlices({10, 8}, s, mesh)[6]      // device 6: {9, 0}, size {1, 8}
//
// The terms are those of Shardy's dialect `sdy` (docs/glossary.md). All
// functions may be called from any thread.

namespace shardflow {

// One axis of a mesh.
struct MeshAxisInfo {
  std::string name;
  int64_t size = 1;  // number of devices along it, at least 1

  friend bool operator==(const MeshAxisInfo&, const MeshAxisInfo&) = default;
};

// A mesh: #sdy.mesh<["data"=4, "model"=2]>. Positions are counted with the last
// axis changing fastest. The device at position p is device_ids[p], or p if
// device_ids is empty. A mesh without axes and with one device id is *maximal*:
// everything is on that device.
struct MeshInfo {
  std::string name;  // its symbol, without '@'
  std::vector<MeshAxisInfo> axes;
  std::vector<int64_t> device_ids;

  friend bool operator==(const MeshInfo&, const MeshInfo&) = default;
};

// "x", or the sub-axis "x":(2)4 with pre_size = 2 and size = 4.
struct AxisInfo {
  std::string name;
  int64_t pre_size = 0;  // both are 0 for the whole axis
  int64_t size = 0;

  friend bool operator==(const AxisInfo&, const AxisInfo&) = default;
};

struct DimShardingInfo {
  std::vector<AxisInfo> axes;   // major to minor
  bool closed = true;           // propagation adds no axes
  std::optional<int> priority;  // 0, the default, is propagated first

  friend bool operator==(const DimShardingInfo&,
                         const DimShardingInfo&) = default;
};

// The sharding of a tensor: one entry of `dims` for each of its dimensions.
struct ShardingInfo {
  std::string mesh;  // its symbol; "" if the mesh is inlined
  std::vector<DimShardingInfo> dims;
  std::vector<AxisInfo> replicated;
  std::vector<AxisInfo> unreduced;
  // How the partial results of an unreduced tensor are combined: "max", "min",
  // or empty for a sum.
  std::string reduction;
  // The mesh, without a name. Only used if `mesh` is empty.
  std::optional<MeshInfo> inlined_mesh;

  friend bool operator==(const ShardingInfo&, const ShardingInfo&) = default;
};

// Return [{"data"}, {}] and [{"data", ?}, {?}] for {{"data"}, {}}: `dims` lists
// the axes of each dimension by name. These are whole axes, not sub-axes.
SHARDFLOW_EXPORT ShardingInfo ClosedSharding(
    std::string mesh, const std::vector<std::vector<std::string>>& dims);
SHARDFLOW_EXPORT ShardingInfo OpenSharding(
    std::string mesh, const std::vector<std::vector<std::string>>& dims);

// Parses `#sdy.sharding<@mesh, [{"data"}, {?}]>`. Returns nullopt after a
// syntax error. The sharding isn't checked against a mesh or a tensor.
SHARDFLOW_EXPORT std::optional<ShardingInfo> ParseSharding(
    std::string_view text, std::vector<Message>& messages);
SHARDFLOW_EXPORT std::string ToText(const ShardingInfo& sharding);

// The sizes of a tensor's dimensions, or nothing: a std::optional that may be
// dereferenced while it is a temporary, because `*` then returns a copy. With a
// std::optional, this would read freed memory:
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

// The part of a tensor that one device holds: in each dimension d, sizes[d]
// elements from offsets[d] on. If a dimension doesn't divide evenly, the last
// devices hold less than the local shape, perhaps nothing (size 0, at the end).
// Shardy pads their parts.
struct DeviceSlice {
  int64_t device = 0;
  std::vector<int64_t> offsets;
  std::vector<int64_t> sizes;

  friend bool operator==(const DeviceSlice&, const DeviceSlice&) = default;
};

// --- These return nullopt, or an empty list, if the sharding doesn't fit the
// shape (which has another rank, or a size below -1) or the mesh (which lacks
// an axis, or has one that a sub-axis doesn't divide). The mesh's name is
// ignored. A size of -1 isn't known.

// Returns the shape of the tensor on one device: each size divided by the
// number of shards in its dimension, rounded up, as in Shardy's local types.
// All devices have this shape, part of which is padding where the shards don't
// divide a dimension; a DeviceSlice says what a device has without it. Sizes
// that aren't known stay -1.
SHARDFLOW_EXPORT OptionalShape LocalShape(const std::vector<int64_t>& shape,
                                          const ShardingInfo& sharding,
                                          const MeshInfo& mesh);

// Returns the slice that the device with this id holds; nullopt if there is no
// such device, or if a size isn't known.
SHARDFLOW_EXPORT std::optional<DeviceSlice> DeviceSliceOf(
    const std::vector<int64_t>& shape, const ShardingInfo& sharding,
    const MeshInfo& mesh, int64_t device);

// Returns the slices of all devices, in mesh order; empty if there are more
// than kMaxListedDevices, or if a size isn't known.
inline constexpr int64_t kMaxListedDevices = int64_t{1} << 20;
SHARDFLOW_EXPORT std::vector<DeviceSlice> DeviceSlices(
    const std::vector<int64_t>& shape, const ShardingInfo& sharding,
    const MeshInfo& mesh);

}  // namespace shardflow

#endif  // SHARDFLOW_SHARDING_H_
