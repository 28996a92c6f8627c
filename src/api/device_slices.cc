#include <algorithm>
#include <utility>

#include "api/sharding_info.h"
#include "shardflow/sharding.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/verify.h"

// Finds which part of a tensor each device holds.

namespace shardflow {

using namespace internal;
namespace {

static_assert(kMaxListedDevices == kMaxTabledDevices);

// A dynamic size.
constexpr int64_t kAnySize = -1;

struct SliceLayout {
  std::vector<int64_t> shape;
  std::vector<int64_t> local_shape;
  std::vector<std::vector<Digits>> dims = {};
  std::vector<int64_t> device_ids = {};
  int64_t devices = 1;

  bool HasAllSizes() const {
    return std::find(shape.begin(), shape.end(), kAnySize) == shape.end();
  }
  int64_t DeviceAt(int64_t place) const {
    return device_ids.empty() ? place : device_ids[static_cast<size_t>(place)];
  }
};

std::optional<SliceLayout> MakeLayout(const std::vector<int64_t>& shape,
                                      const ShardingInfo& sharding,
                                      const MeshInfo& mesh_info) {
  StringStore names;
  ShardingStore shardings;
  const auto made = FromInfo(sharding, shardings, names);
  const Mesh mesh = FromInfo(mesh_info, names);
  if (!made || CheckMesh(mesh, names)) return std::nullopt;
  if (std::any_of(mesh.axes.begin(), mesh.axes.end(),
                  [](const MeshAxis& axis) { return axis.size < 1; })) {
    return std::nullopt;
  }
  if (std::any_of(shape.begin(), shape.end(),
                  [](int64_t size) { return size < kAnySize; })) {
    return std::nullopt;
  }
  const ShardingView view = shardings.Get(shardings.Intern(*made));
  SliceLayout layout{.shape = shape, .local_shape = shape};
  layout.dims.resize(shape.size());
  layout.device_ids = mesh.device_ids;
  layout.devices = mesh.TotalSize();
  if (mesh.IsMaximal()) {
    return HasRankZeroAndNoAxes(view) ? std::optional(std::move(layout))
                                      : std::nullopt;
  }
  if (CheckSharding(view, shape, mesh, shardings, names)) return std::nullopt;
  for (size_t d = 0; d < shape.size(); ++d) {
    const std::span<const AxisRef> axes = shardings.axes(view.dims[d].axes);
    for (const AxisRef& axis : axes) {
      layout.dims[d].push_back(DigitsOf(axis, mesh));
    }
    if (shape[d] == kAnySize) continue;
    const int64_t shards = TotalSize(axes, mesh);
    layout.local_shape[d] = shape[d] / shards + (shape[d] % shards != 0);
  }
  return layout;
}

DeviceSlice SliceAt(const SliceLayout& layout, int64_t place) {
  DeviceSlice slice;
  slice.device = layout.DeviceAt(place);
  for (size_t d = 0; d < layout.shape.size(); ++d) {
    int64_t shard = 0;
    for (const Digits& digits : layout.dims[d]) {
      shard = shard * digits.size + digits.Of(place);
    }
    const int64_t local = layout.local_shape[d];
    const int64_t size = layout.shape[d];
    // Compares by division, because the product could overflow. A shard that
    // begins past the end is empty.
    const bool past_end = local == 0 || shard > size / local;
    const int64_t offset = past_end ? size : std::min(size, shard * local);
    slice.offsets.push_back(offset);
    slice.sizes.push_back(std::min(local, size - offset));
  }
  return slice;
}

}  // namespace

OptionalShape LocalShape(const std::vector<int64_t>& shape,
                         const ShardingInfo& sharding, const MeshInfo& mesh) {
  std::optional<SliceLayout> layout = MakeLayout(shape, sharding, mesh);
  if (!layout) return std::nullopt;
  return std::move(layout->local_shape);
}

std::optional<DeviceSlice> DeviceSliceOf(const std::vector<int64_t>& shape,
                                         const ShardingInfo& sharding,
                                         const MeshInfo& mesh, int64_t device) {
  const std::optional<SliceLayout> layout = MakeLayout(shape, sharding, mesh);
  // INT64_MAX means that there are too many devices to count.
  if (!layout || !layout->HasAllSizes() || layout->devices == INT64_MAX) {
    return std::nullopt;
  }
  int64_t place = device;
  if (!layout->device_ids.empty()) {
    const auto& ids = layout->device_ids;
    place = std::find(ids.begin(), ids.end(), device) - ids.begin();
  }
  if (place < 0 || place >= layout->devices) return std::nullopt;
  return SliceAt(*layout, place);
}

std::vector<DeviceSlice> DeviceSlices(const std::vector<int64_t>& shape,
                                      const ShardingInfo& sharding,
                                      const MeshInfo& mesh) {
  const std::optional<SliceLayout> layout = MakeLayout(shape, sharding, mesh);
  if (!layout || !layout->HasAllSizes() ||
      layout->devices > kMaxListedDevices) {
    return {};
  }
  std::vector<DeviceSlice> slices;
  slices.reserve(static_cast<size_t>(layout->devices));
  for (int64_t place = 0; place < layout->devices; ++place) {
    slices.push_back(SliceAt(*layout, place));
  }
  return slices;
}

}  // namespace shardflow
