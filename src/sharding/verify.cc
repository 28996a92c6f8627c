#include "sharding/verify.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/append.h"
#include "base/error_format.h"
#include "sharding/axis.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

std::optional<Error> CheckDeviceIds(const Mesh& mesh) {
  const auto count = static_cast<int64_t>(mesh.device_ids.size());
  if (std::optional<Error> wrong = CheckDeviceCount(mesh.TotalSize(), count)) {
    return wrong;
  }
  if (IsIota(mesh.device_ids)) return std::nullopt;
  std::vector<int64_t> sorted = mesh.device_ids;
  std::sort(sorted.begin(), sorted.end());
  for (int64_t i = 0; i < count; ++i) {
    if (sorted[static_cast<size_t>(i)] == i) continue;
    return ErrorOf("sorted device ids must be iota(product(axes)), got: {}",
                   fmt::join(sorted, ", "));
  }
  return std::nullopt;
}

std::optional<Error> CheckPriority(const DimSharding& dim, size_t index) {
  if (dim.priority == kNoPriority) return std::nullopt;
  if (dim.priority < 0) {
    return ErrorOf("dim {} has a negative priority", index);
  }
  if (dim.closed != 0 && dim.axes == ShardingStore::kEmptyAxes) {
    return ErrorOf("dim {} is empty and closed but has a priority", index);
  }
  return std::nullopt;
}

// Returns a hint that lists the axes of the mesh, for errors about unknown
// ones.
std::string KnownAxes(const Mesh& mesh, const StringStore& names) {
  if (mesh.axes.empty()) return "the mesh has no axes";
  std::string text = "the mesh has ";
  constexpr size_t kShown = 8;
  for (size_t i = 0; i < mesh.axes.size() && i < kShown; ++i) {
    if (i > 0) text += ", ";
    AppendQuoted(names.Get(mesh.axes[i].name), text);
  }
  return mesh.axes.size() > kShown ? text + ", ..." : text;
}

}  // namespace

std::optional<Error> CheckAxisSize(int64_t size) {
  if (size >= 1) return std::nullopt;
  return ErrorOf("axis size must be at least 1, got: {}", size);
}

std::optional<Error> CheckSubAxisNumbers(const AxisRef& axis,
                                         const StringStore& names) {
  if (axis.IsFull()) return std::nullopt;
  if (axis.pre_size < 1) {
    return ErrorOf("sub-axis pre-size must be at least 1: {}",
                   AxisRefText(axis, names));
  }
  if (axis.size <= 1) {
    return ErrorOf("sub-axis sizes must be greater than 1: {}",
                   AxisRefText(axis, names));
  }
  return std::nullopt;
}

std::optional<Error> CheckDeviceId(int64_t device) {
  if (device >= 0) return std::nullopt;
  return ErrorOf("device id must be non-negative, got: {}", device);
}

std::optional<Error> CheckDeviceCount(int64_t devices, int64_t ids) {
  if (devices == ids) return std::nullopt;
  return ErrorOf(
      "total product of axis sizes must match total number of device ids, got: "
      "{} != {}",
      devices, ids);
}

std::optional<Error> CheckMesh(const Mesh& mesh, const StringStore& names,
                               size_t* axis) {
  if (axis != nullptr) *axis = mesh.axes.size();
  for (const int64_t device : mesh.device_ids) {
    if (std::optional<Error> wrong = CheckDeviceId(device)) return wrong;
  }
  if (mesh.axes.empty()) {
    if (mesh.device_ids.size() > 1) {
      return ErrorOf("axes is empty and device_ids has more than one element");
    }
    return std::nullopt;
  }
  absl::flat_hash_set<NameId> seen;
  int64_t devices = 1;
  for (size_t i = 0; i < mesh.axes.size(); ++i) {
    const MeshAxis& a = mesh.axes[i];
    if (!seen.insert(a.name).second) {
      if (axis != nullptr) *axis = i;
      return ErrorOf("duplicate axis name: \"{}\"", names.Get(a.name));
    }
    if (std::optional<Error> wrong = CheckAxisSize(a.size)) {
      if (axis != nullptr) *axis = i;
      return wrong;
    }
    if (__builtin_mul_overflow(devices, a.size, &devices)) {
      return ErrorOf("total product of axis sizes must be below 2^63");
    }
  }
  return mesh.device_ids.empty() ? std::nullopt : CheckDeviceIds(mesh);
}

size_t AxisChecker::AxisHash::operator()(const AxisRef& axis) const {
  return absl::HashOf(axis.name, axis.pre_size, axis.size);
}

std::optional<Error> AxisChecker::Blame(size_t index, std::string message,
                                        std::string hint) {
  blamed_ = index;
  Error error;
  error.Set(0, std::move(message), std::move(hint));
  return error;
}

int AxisChecker::Find(NameId name) {
  if (mesh_.axes.size() <= kFew) return mesh_.AxisIndex(name);
  if (mesh_index_.empty()) {
    for (size_t i = 0; i < mesh_.axes.size(); ++i) {
      mesh_index_.emplace(mesh_.axes[i].name, static_cast<int>(i));
    }
  }
  const auto it = mesh_index_.find(name);
  return it == mesh_index_.end() ? -1 : it->second;
}

// Adds the axis to `seen_`. Returns false if it was there before.
bool AxisChecker::IsNew(const AxisRef& axis) {
  if (seen_.size() < kFew) {
    if (std::find(seen_.begin(), seen_.end(), axis) != seen_.end()) {
      return false;
    }
  } else {
    if (seen_set_.empty()) seen_set_.insert(seen_.begin(), seen_.end());
    if (!seen_set_.insert(axis).second) return false;
  }
  seen_.push_back(axis);
  return true;
}

std::optional<Error> AxisChecker::CheckKnown(const AxisRef& axis,
                                             size_t index) {
  if (Find(axis.name) >= 0) return std::nullopt;
  return Blame(index,
               fmt::format("unknown axis name: \"{}\"", names_.Get(axis.name)),
               KnownAxes(mesh_, names_));
}

std::optional<Error> AxisChecker::Add(std::span<const AxisRef> axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    const AxisRef& axis = axes[i];
    const size_t index = seen_.size();
    if (std::optional<Error> fault = CheckKnown(axis, index)) return fault;
    if (!IsNew(axis)) {
      return Blame(
          index,
          fmt::format("duplicate axis ref: {}", AxisRefText(axis, names_)),
          "an axis can be used only once in a sharding");
    }
    if (i > 0 && CanMerge(axes[i - 1], axis)) {
      return Blame(index,
                   fmt::format("two consecutive sub-axes can be merged: {}, {}",
                               AxisRefText(axes[i - 1], names_),
                               AxisRefText(axis, names_)),
                   "write them as a single sub-axis");
    }
  }
  return std::nullopt;
}

std::optional<Error> AxisChecker::AddSorted(std::span<const AxisRef> axes,
                                            std::string_view what) {
  if (axes.empty()) return std::nullopt;
  // Reports unknown axes first, because they have no order in the mesh.
  for (size_t i = 0; i < axes.size(); ++i) {
    if (std::optional<Error> fault = CheckKnown(axes[i], seen_.size() + i))
      return fault;
  }
  for (size_t i = 1; i < axes.size(); ++i) {
    const bool less = axes[i].name == axes[i - 1].name
                          ? SubAxisLess(axes[i], axes[i - 1])
                          : Find(axes[i].name) < Find(axes[i - 1].name);
    if (less) {
      return Blame(seen_.size() + i,
                   fmt::format("{} axes are not ordered w.r.t. mesh", what));
    }
  }
  return Add(axes);
}

// Checks sub-axes, given as indices into `seen_`, of an axis of size `size`.
std::optional<Error> AxisChecker::CheckSubAxesOf(std::span<const size_t> sorted,
                                                 int64_t size) {
  size_t previous = 0;
  int64_t previous_end = 1;
  for (const size_t index : sorted) {
    const AxisRef& axis = seen_[index];
    const auto text = [&] { return AxisRefText(axis, names_); };
    if (std::optional<Error> wrong = CheckSubAxisNumbers(axis, names_)) {
      return Blame(index, std::move(wrong->message));
    }
    const int64_t end = SaturatingProduct(axis.pre_size, axis.size);
    if (size % end != 0) {
      return Blame(index,
                   fmt::format("sub-axis next pre-size {} doesn't divide the "
                               "size of the full axis {}: {}",
                               end, size, text()));
    }
    if (axis.size == size) {
      return Blame(index,
                   "sub-axis size is equal to the full axis size: " + text(),
                   "write the name of the axis alone");
    }
    if (previous_end > axis.pre_size) {
      return Blame(std::max(previous, index),
                   fmt::format("overlapping sub-axes: {}, {}",
                               AxisRefText(seen_[previous], names_), text()));
    }
    previous = index;
    previous_end = end;
  }
  return std::nullopt;
}

// Checks all references to one axis, given as indices into `seen_`. At least
// one of them must be a sub-axis.
std::optional<Error> AxisChecker::CheckGroup(std::span<size_t> group) {
  const NameId name = seen_[group[0]].name;
  for (const size_t index : group) {
    if (!seen_[index].IsFull()) continue;
    return Blame(
        group.back(),
        fmt::format(
            "both sub-axis and full-axis are used for axis name: \"{}\"",
            names_.Get(name)));
  }
  std::sort(group.begin(), group.end(), [&](size_t a, size_t b) {
    return SubAxisLess(seen_[a], seen_[b]);
  });
  return CheckSubAxesOf(group,
                        mesh_.axes[static_cast<size_t>(Find(name))].size);
}

std::optional<Error> AxisChecker::CheckSubAxes() {
  const auto is_sub_axis = [](const AxisRef& axis) { return !axis.IsFull(); };
  if (std::none_of(seen_.begin(), seen_.end(), is_sub_axis)) {
    return std::nullopt;
  }
  absl::flat_hash_map<NameId, std::vector<size_t>> groups;
  for (size_t i = 0; i < seen_.size(); ++i) {
    groups[seen_[i].name].push_back(i);
  }
  // Checks the axes in the order in which they first appear as a sub-axis.
  for (const AxisRef& axis : seen_) {
    if (axis.IsFull()) continue;
    const auto group = groups.find(axis.name);
    if (group == groups.end()) continue;  // checked already
    if (std::optional<Error> fault = CheckGroup(group->second)) return fault;
    groups.erase(group);
  }
  return std::nullopt;
}

std::optional<Error> CheckAxes(const ShardingView& sharding,
                               const ShardingStore& store,
                               AxisChecker& checker) {
  for (size_t i = 0; i < sharding.dims.size(); ++i) {
    const DimSharding& dim = sharding.dims[i];
    if (std::optional<Error> fault = CheckPriority(dim, i)) return fault;
    if (std::optional<Error> fault = checker.Add(store.axes(dim.axes)))
      return fault;
  }
  if (std::optional<Error> fault =
          checker.AddSorted(store.axes(sharding.replicated), "replicated")) {
    return fault;
  }
  if (std::optional<Error> fault =
          checker.AddSorted(store.axes(sharding.unreduced), "unreduced")) {
    return fault;
  }
  return checker.CheckSubAxes();
}

std::optional<Error> CheckSharding(const ShardingView& sharding,
                                   std::span<const int64_t> dims,
                                   const Mesh& mesh, const ShardingStore& store,
                                   const StringStore& names) {
  if (sharding.rank() != dims.size()) {
    return ErrorOf("sharding doesn't match tensor rank: {} != {}",
                   sharding.rank(), dims.size());
  }
  AxisChecker checker(mesh, names);
  return CheckAxes(sharding, store, checker);
}

bool HasRankZeroAndNoAxes(const ShardingView& sharding) {
  return sharding.dims.empty() &&
         sharding.replicated == ShardingStore::kEmptyAxes &&
         sharding.unreduced == ShardingStore::kEmptyAxes;
}

}  // namespace shardflow::internal
