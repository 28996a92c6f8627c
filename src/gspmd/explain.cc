#include "gspmd/explain.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "gspmd/sdy_text.h"

namespace shardflow::internal::gspmd {
namespace {

constexpr int64_t kMaxDrawnDevices = 4096;
constexpr int64_t kMaxDrawnTiles = 512;
constexpr int64_t kMaxDrawnColumns = 64;

// Returns the sorted device numbers as ranges, e.g. "0-3,8,10-11".
std::string Ranges(std::vector<int64_t> devices) {
  std::ranges::sort(devices);
  std::string out;
  for (size_t i = 0; i < devices.size();) {
    size_t end = i + 1;
    while (end < devices.size() && devices[end] == devices[end - 1] + 1) ++end;
    if (!out.empty()) out += ',';
    out += fmt::format("{}", devices[i]);
    if (end - i > 1) out += fmt::format("-{}", devices[end - 1]);
    i = end;
  }
  return out;
}

// Returns the devices of each data tile as text, row-major.
std::vector<std::string> Cells(const HloSharding& tiled, int64_t tiles) {
  const int64_t group = tiled.devices.Count() / tiles;
  std::vector<std::string> cells;
  for (int64_t tile = 0; tile < tiles; ++tile) {
    std::vector<int64_t> devices;
    for (int64_t i = 0; i < group; ++i) {
      devices.push_back(DeviceAt(tiled.devices, tile * group + i));
    }
    cells.push_back(Ranges(std::move(devices)));
  }
  return cells;
}

// Appends one plane of tiles. The rows are the second-to-last dimension; for
// rank 1, there is a single row.
void AppendPlane(std::span<const std::string> cells, int64_t rows,
                 int64_t columns, size_t rank, std::string& out) {
  size_t width = 2;
  for (const std::string& cell : cells) width = std::max(width, cell.size());
  const std::string row_name =
      rank > 1 ? fmt::format("dim {}", rank - 2) : std::string("     ");
  const auto into = std::back_inserter(out);
  fmt::format_to(into, "{:8}  dim {}\n{:8}", "", rank - 1, row_name);
  for (int64_t i = 0; i < columns; ++i) {
    fmt::format_to(into, "  {:>{}}", i, width);
  }
  out += '\n';
  for (int64_t row = 0; row < rows; ++row) {
    if (rank > 1) {
      fmt::format_to(into, "{:>5}   ", row);
    } else {
      fmt::format_to(into, "{:8}", "");
    }
    for (int64_t i = 0; i < columns; ++i) {
      fmt::format_to(into, "  {:>{}}",
                     cells[static_cast<size_t>(row * columns + i)], width);
    }
    out += '\n';
  }
}

// Names a plane by its leading indices, as in "[1, 0, :, :]".
std::string PlaneName(std::span<const int64_t> leading, int64_t plane) {
  std::vector<std::string> indices(leading.size() + 2, ":");
  for (size_t i = leading.size(); i > 0; --i) {
    indices[i - 1] = fmt::format("{}", plane % leading[i - 1]);
    plane /= leading[i - 1];
  }
  return fmt::format("[{}]", fmt::join(indices, ", "));
}

std::string AxesText(const std::vector<ResolvedAxis>& axes,
                     const NamedMesh& mesh) {
  std::string out;
  for (size_t i = 0; i < axes.size(); ++i) {
    if (i > 0) out += i + 1 == axes.size() ? " and " : ", ";
    AppendSdyAxis(axes[i], mesh, out);
  }
  return out;
}

void ExplainDims(const NamedSharding& named, std::vector<std::string>& words) {
  for (size_t i = 0; i < named.axes.dims.size(); ++i) {
    const std::vector<ResolvedAxis>& axes = named.axes.dims[i].axes;
    if (axes.empty()) {
      words.push_back(fmt::format("dimension {} is not sharded", i));
      continue;
    }
    std::string text = fmt::format("dimension {} is in {} parts, along {}", i,
                                   Product(axes), AxesText(axes, named.mesh));
    if (axes.size() > 1) text += ", the first the coarsest";
    words.push_back(std::move(text));
  }
}

// Returns the axes along which the tensor is replicated, explicitly or not.
std::vector<ResolvedAxis> UnusedAxes(const NamedSharding& named) {
  std::vector<std::vector<ResolvedAxis>> used(named.mesh.axes.size());
  const auto add = [&](const std::vector<ResolvedAxis>& axes) {
    for (const ResolvedAxis& axis : axes) {
      used[static_cast<size_t>(axis.axis)].push_back(axis);
    }
  };
  for (const DimAxes& dim : named.axes.dims) add(dim.axes);
  add(named.axes.unreduced);
  add(named.axes.manual);
  std::vector<ResolvedAxis> unused;
  for (size_t i = 0; i < used.size(); ++i) {
    std::ranges::sort(used[i], {}, &ResolvedAxis::lo);
    used[i].push_back({named.mesh.axes[i].size, named.mesh.axes[i].size,
                       static_cast<int64_t>(i)});
    int64_t done = 1;
    for (const ResolvedAxis& axis : used[i]) {
      if (axis.lo > done) unused.push_back({done, axis.lo, axis.axis});
      done = std::max(done, axis.hi);
    }
  }
  return unused;
}

void ExplainGroups(const NamedSharding& named,
                   std::vector<std::string>& words) {
  if (!named.axes.manual.empty()) {
    words.push_back(
        fmt::format("manual along {}: the program itself says what "
                    "each of these devices does",
                    AxesText(named.axes.manual, named.mesh)));
  }
  if (!named.axes.unreduced.empty()) {
    words.push_back(
        fmt::format("unreduced along {}: each of {} devices holds a "
                    "part of the result, still to be added up",
                    AxesText(named.axes.unreduced, named.mesh),
                    Product(named.axes.unreduced)));
  }
  const std::vector<ResolvedAxis> unused = UnusedAxes(named);
  if (!unused.empty()) {
    words.push_back(fmt::format("replicated along {}: {} devices hold the same",
                                AxesText(unused, named.mesh), Product(unused)));
  }
}

// Explains how devices are numbered, and whether the device list has to be
// transposed.
void ExplainOrder(const NamedSharding& named, const HloSharding& tiled,
                  std::vector<std::string>& words) {
  if (named.mesh.HasDeviceOrder()) {
    words.push_back(
        tiled.devices.IsList()
            ? "the mesh has a device order of its own, so the devices are "
              "listed"
            : "the mesh has a device order of its own, but the list has a "
              "rule");
    return;
  }
  std::vector<std::string> strides;
  int64_t stride = named.mesh.TotalSize();
  for (const NamedAxis& axis : named.mesh.axes) {
    stride /= axis.size;
    if (axis.size > 1) {
      strides.push_back(
          fmt::format("\"{}\" in steps of {}", axis.name, stride));
    }
  }
  words.push_back(
      fmt::format("device numbers count {}", fmt::join(strides, ", ")));

  std::vector<ResolvedAxis> order;
  const auto add = [&](const std::vector<ResolvedAxis>& axes) {
    order.insert(order.end(), axes.begin(), axes.end());
  };
  for (const DimAxes& dim : named.axes.dims) add(dim.axes);
  add(named.axes.manual);
  add(named.axes.unreduced);
  add(UnusedAxes(named));
  const std::string axes = AxesText(order, named.mesh);
  if (tiled.devices.reshape.size() < 2) {
    words.push_back(
        fmt::format("tiles take them along {}: the order of the "
                    "mesh, so there is nothing to transpose",
                    axes));
  } else {
    words.push_back(fmt::format(
        "tiles take them along {}: not the order of the mesh, hence the "
        "transposition T({}) of [{}]",
        axes, fmt::join(tiled.devices.permutation, ","),
        fmt::join(tiled.devices.reshape, ",")));
  }
}

std::string_view WordOf(HloShardingKind kind) {
  switch (kind) {
    case HloShardingKind::kReplicated:
      return "every device holds everything";
    case HloShardingKind::kManual:
      return "manual along all axes: the program itself says what each device "
             "does";
    case HloShardingKind::kUnknown:
      return "unspecified: propagation may choose";
    case HloShardingKind::kUnreduced:
      return "every device holds a part of the result, still to be added up";
    case HloShardingKind::kMaximal:
    case HloShardingKind::kTiled:
    case HloShardingKind::kNamed:
    case HloShardingKind::kTuple:
      break;
  }
  return "";
}

}  // namespace

std::string DrawGrid(const HloSharding& tiled) {
  const size_t rank = tiled.DataRank();
  int64_t tiles = 1;
  for (size_t i = 0; i < rank; ++i) tiles *= tiled.tile[i];
  if (rank == 0 || tiled.devices.Count() > kMaxDrawnDevices ||
      tiles > kMaxDrawnTiles || tiled.tile[rank - 1] > kMaxDrawnColumns) {
    return "";
  }
  const std::vector<std::string> cells = Cells(tiled, tiles);
  const int64_t columns = tiled.tile[rank - 1];
  const int64_t rows = rank > 1 ? tiled.tile[rank - 2] : 1;
  const int64_t planes = tiles / (rows * columns);
  std::string out;
  for (int64_t plane = 0; plane < planes; ++plane) {
    if (planes > 1) {
      if (plane > 0) out += '\n';
      out += PlaneName(std::span(tiled.tile).first(rank - 2), plane) + "\n";
    }
    AppendPlane(
        std::span(cells).subspan(static_cast<size_t>(plane * rows * columns),
                                 static_cast<size_t>(rows * columns)),
        rows, columns, rank, out);
  }
  return out;
}

std::vector<std::string> Explain(const NamedSharding& named,
                                 const HloSharding& tiled) {
  std::vector<std::string> words;
  if (tiled.kind == HloShardingKind::kMaximal) {
    words.push_back(fmt::format("everything is on device {}", tiled.device));
    return words;
  }
  if (tiled.kind != HloShardingKind::kTiled) {
    words.emplace_back(WordOf(tiled.kind));
    return words;
  }
  ExplainDims(named, words);
  ExplainGroups(named, words);
  ExplainOrder(named, tiled, words);
  return words;
}

}  // namespace shardflow::internal::gspmd
