#include "sharding/verify.h"

#include <algorithm>
#include <string_view>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sharding/axis.h"
#include "sharding/print.h"

namespace shardflow {
namespace {

Fault CheckDeviceIds(const Mesh& mesh) {
  const auto count = static_cast<int64_t>(mesh.device_ids.size());
  if (mesh.TotalSize() != count) {
    return fmt::format(
        "total product of axis sizes must match total number of device ids, "
        "got: {} != {}",
        mesh.TotalSize(), count);
  }
  std::vector<int64_t> sorted = mesh.device_ids;
  std::sort(sorted.begin(), sorted.end());
  for (int64_t i = 0; i < count; ++i) {
    if (sorted[static_cast<size_t>(i)] == i) continue;
    return fmt::format("sorted device ids must be iota(product(axes)), got: {}",
                       fmt::join(sorted, ", "));
  }
  return std::nullopt;
}

Fault CheckPriority(const DimSharding& dim, size_t index) {
  if (dim.priority == kNoPriority) return std::nullopt;
  if (dim.priority < 0) {
    return fmt::format("dim {} has a negative priority", index);
  }
  if (dim.closed != 0 && dim.axes == ShardingStore::kEmptyAxes) {
    return fmt::format("dim {} is empty and closed but has a priority", index);
  }
  return std::nullopt;
}

}  // namespace

Fault CheckMesh(const Mesh& mesh, const StringStore& names) {
  for (const int64_t device : mesh.device_ids) {
    if (device < 0) {
      return fmt::format("device id must be non-negative, got: {}", device);
    }
  }
  if (mesh.axes.empty()) {
    if (mesh.device_ids.size() > 1) {
      return "axes is empty and device_ids has more than one element";
    }
    return std::nullopt;
  }
  absl::flat_hash_set<NameId> seen;
  int64_t devices = 1;
  for (const MeshAxis& axis : mesh.axes) {
    if (!seen.insert(axis.name).second) {
      return fmt::format("duplicate axis name: \"{}\"", names.Get(axis.name));
    }
    if (__builtin_mul_overflow(devices, axis.size, &devices)) {
      return "total product of axis sizes must be below 2^63";
    }
  }
  return mesh.device_ids.empty() ? std::nullopt : CheckDeviceIds(mesh);
}

bool AxisChecker::Seen(const AxisRef& axis) const {
  return std::find(seen_.begin(), seen_.end(), axis) != seen_.end();
}

Fault AxisChecker::CheckKnown(std::span<const AxisRef> axes) const {
  for (const AxisRef& axis : axes) {
    if (mesh_.AxisIndex(axis.name) < 0) {
      return fmt::format("unknown axis name: \"{}\"", names_.Get(axis.name));
    }
  }
  return std::nullopt;
}

Fault AxisChecker::Add(std::span<const AxisRef> axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    const AxisRef& axis = axes[i];
    if (Fault fault = CheckKnown(axes.subspan(i, 1))) return fault;
    if (Seen(axis)) {
      return fmt::format("duplicate axis ref: {}", AxisRefText(axis, names_));
    }
    if (i > 0 && CanMerge(axes[i - 1], axis)) {
      return fmt::format("two consecutive sub-axes can be merged: {}, {}",
                         AxisRefText(axes[i - 1], names_),
                         AxisRefText(axis, names_));
    }
    seen_.push_back(axis);
  }
  return std::nullopt;
}

Fault AxisChecker::AddSorted(std::span<const AxisRef> axes,
                             std::string_view what) {
  if (axes.empty()) return std::nullopt;
  // There is no order to speak of among axes that aren't in the mesh.
  if (Fault fault = CheckKnown(axes)) return fault;
  for (size_t i = 1; i < axes.size(); ++i) {
    if (MeshOrderLess(axes[i], axes[i - 1], mesh_)) {
      return fmt::format("{} axes are not ordered w.r.t. mesh", what);
    }
  }
  return Add(axes);
}

Fault AxisChecker::CheckSubAxesOf(std::span<const AxisRef> sorted,
                                  int64_t size) const {
  const AxisRef* previous = nullptr;
  int64_t previous_end = 1;
  for (const AxisRef& axis : sorted) {
    const auto text = [&] { return AxisRefText(axis, names_); };
    if (axis.pre_size < 1) {
      return "sub-axis pre-size must be at least 1: " + text();
    }
    if (axis.size <= 1) {
      return "sub-axis sizes must be greater than 1: " + text();
    }
    const int64_t end = SaturatingProduct(axis.pre_size, axis.size);
    if (size % end != 0) {
      return fmt::format(
          "sub-axis next pre-size {} doesn't divide the size of the full axis "
          "{}: {}",
          end, size, text());
    }
    if (axis.size == size) {
      return "sub-axis size is equal to the full axis size: " + text();
    }
    if (previous_end > axis.pre_size) {
      return fmt::format("overlapping sub-axes: {}, {}",
                         AxisRefText(*previous, names_), text());
    }
    previous = &axis;
    previous_end = end;
  }
  return std::nullopt;
}

Fault AxisChecker::CheckSubAxes() {
  // Axes in the order in which their first sub-axis appears.
  std::vector<AxisRef> sub_axes;
  for (size_t i = 0; i < seen_.size(); ++i) {
    const NameId name = seen_[i].name;
    if (seen_[i].IsFull()) continue;
    const bool done = std::any_of(
        seen_.begin(), seen_.begin() + static_cast<ptrdiff_t>(i),
        [&](const AxisRef& a) { return a.name == name && !a.IsFull(); });
    if (done) continue;
    if (Seen(AxisRef::Full(name))) {
      return fmt::format(
          "both sub-axis and full-axis are used for axis name: \"{}\"",
          names_.Get(name));
    }
    sub_axes.clear();
    for (const AxisRef& a : seen_) {
      if (a.name == name) sub_axes.push_back(a);
    }
    std::sort(sub_axes.begin(), sub_axes.end(), SubAxisLess);
    const auto index = static_cast<size_t>(mesh_.AxisIndex(name));
    if (Fault fault = CheckSubAxesOf(sub_axes, mesh_.axes[index].size)) {
      return fault;
    }
  }
  return std::nullopt;
}

Fault CheckSharding(const ShardingView& sharding, std::span<const int64_t> dims,
                    const Mesh& mesh, const ShardingStore& store,
                    const StringStore& names) {
  if (sharding.rank() != dims.size()) {
    return fmt::format("sharding doesn't match tensor rank: {} != {}",
                       sharding.rank(), dims.size());
  }
  AxisChecker checker(mesh, names);
  for (size_t i = 0; i < dims.size(); ++i) {
    const DimSharding& dim = sharding.dims[i];
    if (Fault fault = CheckPriority(dim, i)) return fault;
    if (Fault fault = checker.Add(store.axes(dim.axes))) return fault;
  }
  if (Fault fault =
          checker.AddSorted(store.axes(sharding.replicated), "replicated")) {
    return fault;
  }
  if (Fault fault =
          checker.AddSorted(store.axes(sharding.unreduced), "unreduced")) {
    return fault;
  }
  return checker.CheckSubAxes();
}

bool HasRankZeroAndNoAxes(const ShardingView& sharding) {
  return sharding.dims.empty() &&
         sharding.replicated == ShardingStore::kEmptyAxes &&
         sharding.unreduced == ShardingStore::kEmptyAxes;
}

}  // namespace shardflow
