#include "tool/device_grid.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

namespace shardflow {
namespace {

constexpr int64_t kMostDevices = 1 << 16;
constexpr size_t kMostRows = 32;
constexpr size_t kMostPictures = 8;

// The digit of the device at `place` that the axis stands for. The axis is in
// the mesh and divides its axis there.
int64_t DigitOf(const AxisInfo& axis, const GraphMesh& mesh, int64_t place) {
  int64_t minor = 1;  // product of the sizes of the axes after it
  for (size_t a = mesh.axes.size(); a-- > 0;) {
    const int64_t size = mesh.axes[a].size;
    if (mesh.axes[a].name != axis.name) {
      minor *= size;
      continue;
    }
    const int64_t coordinate = place / minor % size;
    if (axis.size == 0) return coordinate;
    return coordinate / (size / (axis.pre_size * axis.size)) % axis.size;
  }
  return 0;
}

int64_t SizeOf(const AxisInfo& axis, const GraphMesh& mesh) {
  if (axis.size != 0) return axis.size;
  for (const GraphAxis& a : mesh.axes) {
    if (a.name == axis.name) return a.size;
  }
  return 1;
}

// "0-3,8"
std::string DevicesText(std::vector<int64_t> devices) {
  std::sort(devices.begin(), devices.end());
  std::string text;
  for (size_t i = 0; i < devices.size();) {
    size_t end = i + 1;
    while (end < devices.size() && devices[end] == devices[end - 1] + 1) ++end;
    if (!text.empty()) text += ',';
    text +=
        end - i > 2
            ? fmt::format("{}-{}", devices[i], devices[end - 1])
            : fmt::format(
                  "{}",
                  fmt::join(devices.begin() + static_cast<std::ptrdiff_t>(i),
                            devices.begin() + static_cast<std::ptrdiff_t>(end),
                            ","));
    i = end;
  }
  return text;
}

// "0:4", the elements of a shard; of a dimension that is not sharded ":".
std::string RangeText(const GraphTensor& tensor, size_t dim, int64_t shard) {
  if (tensor.shards[dim] == 1) return ":";
  const int64_t size = (*tensor.shape)[dim];
  const int64_t begin = std::min(shard * tensor.local_shape[dim], size);
  const int64_t end = std::min(begin + tensor.local_shape[dim], size);
  return begin == end ? "padding" : fmt::format("{}:{}", begin, end);
}

std::string AxesText(const std::vector<AxisInfo>& axes) {
  std::string text;
  for (const AxisInfo& axis : axes) {
    if (!text.empty()) text += ", ";
    text += '"' + axis.name + '"';
    if (axis.size != 0)
      text += fmt::format(":({}){}", axis.pre_size, axis.size);
  }
  return text;
}

// One picture: rows and columns of cells, with headings.
struct Grid {
  std::vector<std::string> row_names, column_names;
  std::vector<std::vector<std::string>> cells;
};

std::string Rule(size_t margin, const std::vector<size_t>& widths) {
  std::string line(margin, ' ');
  for (const size_t width : widths) line += '+' + std::string(width + 2, '-');
  return line + "+\n";
}

std::string Centred(const std::string& text, size_t width) {
  const size_t spare = width - std::min(width, text.size());
  return std::string(spare / 2, ' ') + text +
         std::string(spare - spare / 2, ' ');
}

std::string Draw(const Grid& grid, const Terminal& terminal) {
  size_t margin = 0;
  for (const std::string& name : grid.row_names) {
    margin = std::max(margin, name.size());
  }
  margin += 3;
  std::vector<size_t> widths;
  size_t used = margin + 1;
  for (size_t c = 0; c < grid.column_names.size(); ++c) {
    size_t width = grid.column_names[c].size();
    for (const auto& row : grid.cells) width = std::max(width, row[c].size());
    // The first column is shown whatever its width.
    if (used + width + 3 > terminal.columns && c > 0) break;
    widths.push_back(width);
    used += width + 3;
  }
  std::string out(margin, ' ');
  for (size_t c = 0; c < widths.size(); ++c) {
    out += "  " + Centred(grid.column_names[c], widths[c]) + " ";
  }
  // No heading, no line.
  out.resize(out.find_last_not_of(' ') + 1);
  if (!out.empty()) out += '\n';
  out += Rule(margin, widths);
  const size_t rows = std::min(grid.cells.size(), kMostRows);
  for (size_t r = 0; r < rows; ++r) {
    out += fmt::format("{:>{}} ", grid.row_names[r], margin - 1);
    for (size_t c = 0; c < widths.size(); ++c) {
      out += "| " +
             Paint(Centred(grid.cells[r][c], widths[c]), Color::kCyan,
                   terminal.color_out) +
             " ";
    }
    out += "|\n" + Rule(margin, widths);
  }
  const size_t more_columns = grid.column_names.size() - widths.size();
  if (more_columns > 0) {
    out += fmt::format("  ... and {} more columns\n", more_columns);
  }
  if (rows < grid.cells.size()) {
    out += fmt::format("  ... and {} more rows\n", grid.cells.size() - rows);
  }
  return out;
}

// The dimensions of the picture: those with several shards first.
struct Layout {
  std::optional<size_t> rows, columns;
  std::vector<size_t> others;  // sharded too: a picture for each
};

Layout LayoutOf(const GraphTensor& tensor) {
  std::vector<size_t> sharded;
  for (size_t d = 0; d < tensor.shards.size(); ++d) {
    if (tensor.shards[d] > 1) sharded.push_back(d);
  }
  Layout layout;
  // The last two make the picture, as a matrix is written.
  const size_t count = sharded.size();
  if (count >= 2) {
    layout.rows = sharded[count - 2];
    layout.columns = sharded[count - 1];
    layout.others.assign(sharded.begin(), sharded.end() - 2);
  } else if (count == 1 && tensor.shards.size() >= 2 &&
             sharded[0] + 1 < tensor.shards.size()) {
    layout.rows = sharded[0];
  } else if (count == 1) {
    layout.columns = sharded[0];
  }
  return layout;
}

int64_t ShardsOf(const GraphTensor& tensor, std::optional<size_t> dim) {
  return dim ? tensor.shards[*dim] : 1;
}

Grid MakeGrid(const GraphTensor& tensor, const Layout& layout,
              const std::vector<DevicePart>& parts,
              const std::vector<int64_t>& others) {
  std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> holders;
  for (const DevicePart& part : parts) {
    bool shown = true;
    for (size_t i = 0; i < others.size(); ++i) {
      shown &= part.shards[layout.others[i]] == others[i];
    }
    if (!shown) continue;
    holders[{layout.rows ? part.shards[*layout.rows] : 0,
             layout.columns ? part.shards[*layout.columns] : 0}]
        .push_back(part.device);
  }
  Grid grid;
  for (int64_t r = 0; r < ShardsOf(tensor, layout.rows); ++r) {
    grid.row_names.push_back(layout.rows ? RangeText(tensor, *layout.rows, r)
                                         : "");
    std::vector<std::string>& row = grid.cells.emplace_back();
    for (int64_t c = 0; c < ShardsOf(tensor, layout.columns); ++c) {
      row.push_back(DevicesText(holders[{r, c}]));
    }
  }
  for (int64_t c = 0; c < ShardsOf(tensor, layout.columns); ++c) {
    grid.column_names.push_back(
        layout.columns ? RangeText(tensor, *layout.columns, c) : "");
  }
  return grid;
}

std::string LegendOf(const GraphTensor& tensor, const Layout& layout) {
  std::string text;
  if (layout.rows) {
    text += fmt::format("rows: dimension {} over {}\n", *layout.rows,
                        AxesText(tensor.dim_axes[*layout.rows]));
  }
  if (layout.columns) {
    text += fmt::format("columns: dimension {} over {}\n", *layout.columns,
                        AxesText(tensor.dim_axes[*layout.columns]));
  }
  return text;
}

}  // namespace

std::vector<DevicePart> DeviceParts(const GraphTensor& tensor,
                                    const GraphMesh& mesh, int64_t most) {
  std::vector<DevicePart> parts;
  if (!tensor.shape || mesh.devices > most) return parts;
  for (int64_t place = 0; place < mesh.devices; ++place) {
    DevicePart& part = parts.emplace_back();
    part.device = mesh.device_ids.empty()
                      ? place
                      : mesh.device_ids[static_cast<size_t>(place)];
    for (size_t d = 0; d < tensor.shape->size(); ++d) {
      int64_t shard = 0;
      if (d < tensor.dim_axes.size()) {
        for (const AxisInfo& axis : tensor.dim_axes[d]) {
          shard = shard * SizeOf(axis, mesh) + DigitOf(axis, mesh, place);
        }
      }
      const int64_t size = (*tensor.shape)[d];
      const int64_t begin = std::min(shard * tensor.local_shape[d], size);
      part.shards.push_back(shard);
      part.offsets.push_back(begin);
      part.sizes.push_back(std::min(tensor.local_shape[d], size - begin));
    }
  }
  return parts;
}

std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal) {
  const std::vector<DevicePart> parts = DeviceParts(tensor, mesh, kMostDevices);
  if (parts.empty()) return "";
  const Layout layout = LayoutOf(tensor);
  std::string out = LegendOf(tensor, layout);
  if (!out.empty()) out += '\n';
  std::vector<int64_t> others(layout.others.size(), 0);
  size_t pictures = 0;
  while (true) {
    if (pictures == kMostPictures) {
      out += "... and more parts\n";
      break;
    }
    ++pictures;
    for (size_t i = 0; i < others.size(); ++i) {
      const size_t dim = layout.others[i];
      out += fmt::format("{}dimension {} = {}{}",
                         i > 0          ? ", "
                         : pictures > 1 ? "\n"
                                        : "",
                         dim, RangeText(tensor, dim, others[i]),
                         i + 1 == others.size() ? ":\n" : "");
    }
    out += Draw(MakeGrid(tensor, layout, parts, others), terminal);
    size_t at = others.size();
    while (at > 0 && ++others[at - 1] == tensor.shards[layout.others[at - 1]]) {
      others[--at] = 0;
    }
    if (at == 0) break;
  }
  return out;
}

}  // namespace shardflow
