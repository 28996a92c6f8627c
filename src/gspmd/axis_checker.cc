#include "gspmd/axis_checker.h"

#include <algorithm>

#include <fmt/format.h>

#include "gspmd/parse.h"
#include "sharding/axis.h"

namespace shardflow::gspmd {
namespace {

// Of an unknown axis: what there is.
std::string KnownAxes(const NamedMesh& mesh) {
  if (mesh.axes.empty()) return "the mesh has no axes";
  std::string names = "the mesh has ";
  constexpr size_t kShown = 8;
  for (size_t i = 0; i < mesh.axes.size() && i < kShown; ++i) {
    names += fmt::format("{}\"{}\"", i > 0 ? ", " : "", mesh.axes[i].name);
  }
  return mesh.axes.size() > kShown ? names + ", ..." : names;
}

}  // namespace

bool AxisChecker::ParseSubAxis(size_t offset, ResolvedAxis& axis) {
  const int64_t full = axis.hi;
  int64_t pre_size = 0;
  int64_t size = 0;
  if (!s_.Expect("(", "to start the pre-size of a sub-axis") ||
      !s_.Int(pre_size) || !s_.Expect(")", "to end the pre-size") ||
      !s_.Int(size)) {
    return false;
  }
  const std::string_view text = s_.TextFrom(offset);
  if (pre_size < 1) {
    return s_.Fail(offset, fmt::format("sub-axis pre-size must be at least 1: "
                                       "{}",
                                       text));
  }
  if (size <= 1) {
    return s_.Fail(
        offset, fmt::format("sub-axis sizes must be greater than 1: {}", text));
  }
  const int64_t end = SaturatingProduct(pre_size, size);
  if (full % end != 0) {
    return s_.Fail(offset,
                   fmt::format("sub-axis next pre-size {} doesn't divide the "
                               "size of the full axis {}: {}",
                               end, full, text));
  }
  if (size == full) {
    return s_.Fail(offset,
                   fmt::format("sub-axis size is equal to the full axis size: "
                               "{}",
                               text),
                   "write the name of the axis alone");
  }
  axis.lo = pre_size;
  axis.hi = end;
  return true;
}

bool AxisChecker::FindAxis(std::string_view name, size_t offset,
                           ResolvedAxis& axis) {
  const auto at = std::ranges::find(mesh_.axes, name, &NamedAxis::name);
  if (at == mesh_.axes.end()) {
    return s_.Fail(offset, fmt::format("unknown axis name: \"{}\"", name),
                   KnownAxes(mesh_));
  }
  axis = {1, at->size, at - mesh_.axes.begin()};
  return true;
}

bool AxisChecker::See(const ResolvedAxis& axis, size_t offset,
                      std::string_view text) {
  for (const Seen& seen : seen_) {
    if (seen.axis == axis) {
      return s_.Fail(offset, fmt::format("duplicate axis ref: {}", text),
                     "an axis is used once in a sharding");
    }
  }
  seen_.push_back({axis, offset, text});
  return true;
}

bool AxisChecker::ParseRef(ResolvedAxis& axis) {
  const size_t offset = s_.Offset();
  std::string name;
  if (!s_.String(name) || !FindAxis(name, offset, axis)) return false;
  if (s_.Try(":") && !ParseSubAxis(offset, axis)) return false;
  return See(axis, offset, s_.TextFrom(offset));
}

bool AxisChecker::AddFull(std::string_view name, size_t offset,
                          std::vector<ResolvedAxis>& axes) {
  ResolvedAxis axis;
  if (!FindAxis(name, offset, axis) || !See(axis, offset, name)) return false;
  axes.push_back(axis);
  return true;
}

bool AxisChecker::ParseList(std::vector<ResolvedAxis>& axes, DimAxes* dim) {
  if (s_.Try("}")) return true;
  do {
    if (dim != nullptr && s_.Try("?")) {
      dim->open = true;
      return s_.Expect("}", "after '?'");
    }
    ResolvedAxis axis;
    const size_t offset = s_.Offset();
    if (!ParseRef(axis)) return false;
    if (!axes.empty() && CanMerge(axes.back(), axis)) {
      const Seen& previous = seen_[seen_.size() - 2];
      return s_.Fail(offset,
                     fmt::format("two consecutive sub-axes can be merged: {}, "
                                 "{}",
                                 previous.text, seen_.back().text),
                     "write the one sub-axis that they make up");
    }
    axes.push_back(axis);
  } while (s_.Try(","));
  return s_.Expect("}", "to end the list of axes");
}

bool AxisChecker::ParseSortedList(std::string_view what,
                                  std::vector<ResolvedAxis>& axes) {
  const size_t offset = s_.Offset();
  if (!s_.Expect("{", "to start the list of axes") ||
      !ParseList(axes, nullptr)) {
    return false;
  }
  const bool sorted = std::ranges::is_sorted(
      axes, [](const ResolvedAxis& a, const ResolvedAxis& b) {
        return a.axis != b.axis ? a.axis < b.axis : a.lo < b.lo;
      });
  return sorted || s_.Fail(offset, fmt::format("{} axes are not ordered w.r.t. "
                                               "mesh",
                                               what));
}

bool AxisChecker::ParseDims(std::vector<DimAxes>& dims) {
  if (!s_.Expect("[", "to start the dimensions")) return false;
  if (s_.Try("]")) return true;
  do {
    DimAxes& dim = dims.emplace_back();
    if (!s_.Expect("{", "to start a dimension") || !ParseList(dim.axes, &dim)) {
      return false;
    }
  } while (s_.Try(","));
  return s_.Expect("]", "to end the dimensions");
}

bool AxisChecker::CheckOverlaps() {
  std::vector<Seen> sorted = seen_;
  std::ranges::sort(sorted, [](const Seen& a, const Seen& b) {
    return a.axis.axis != b.axis.axis ? a.axis.axis < b.axis.axis
                                      : a.axis.lo < b.axis.lo;
  });
  for (size_t i = 1; i < sorted.size(); ++i) {
    const Seen& a = sorted[i - 1];
    const Seen& b = sorted[i];
    if (a.axis.axis != b.axis.axis) continue;
    if (b.axis.lo < a.axis.hi || b.axis.lo % a.axis.hi != 0) {
      return s_.Fail(
          std::max(a.offset, b.offset),
          fmt::format("overlapping sub-axes: {}, {}", a.text, b.text));
    }
  }
  return true;
}

bool ParseMeshAxes(Scanner& s, std::string_view close, NamedMesh& mesh) {
  if (s.Try(close)) return true;
  const size_t begin = s.Offset();
  do {
    const size_t offset = s.Offset();
    NamedAxis& axis = mesh.axes.emplace_back();
    if (!s.String(axis.name)) return false;
    for (size_t i = 0; i + 1 < mesh.axes.size(); ++i) {
      if (mesh.axes[i].name == axis.name) {
        return s.Fail(offset,
                      fmt::format("duplicate axis name: \"{}\"", axis.name));
      }
    }
    if (!s.Expect("=", "after the name of an axis")) return false;
    const size_t size_offset = s.Offset();
    if (!s.Int(axis.size)) return false;
    if (axis.size < 1) {
      return s.Fail(size_offset,
                    fmt::format("the size of axis \"{}\" must be at least 1, "
                                "got: {}",
                                axis.name, axis.size));
    }
    constexpr size_t kMaxAxes = 1024;  // names are compared pairwise
    if (mesh.axes.size() > kMaxAxes) {
      return s.Fail(offset, fmt::format("more than {} axes", kMaxAxes));
    }
  } while (s.Try(","));
  if (mesh.TotalSize() > (int64_t{1} << 62)) {
    return s.Fail(begin, "more than 2^62 devices");
  }
  return s.Expect(close, "to end the axes of the mesh");
}

bool CheckMeshDevices(Scanner& s, size_t offset, const NamedMesh& mesh) {
  if (!mesh.HasDeviceOrder()) return true;
  if (mesh.devices.Count() != mesh.TotalSize()) {
    return s.Fail(offset,
                  fmt::format("total product of axis sizes must match total "
                              "number of device ids, got: {} != {}",
                              mesh.TotalSize(), mesh.devices.Count()));
  }
  if (!mesh.devices.IsList()) return true;
  if (!CheckDeviceList(s, offset, mesh.devices.list)) return false;
  return !std::ranges::is_sorted(mesh.devices.list) ||
         s.Fail(offset,
                "if the ordered device ids are the same as "
                "iota(product(axes)), no need to specify them for simplicity");
}

}  // namespace shardflow::gspmd
