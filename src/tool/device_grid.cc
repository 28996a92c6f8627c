#include "tool/device_grid.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace shardflow {
namespace {

constexpr size_t kMostRows = 32;
constexpr size_t kMostPictures = 8;

// Returns the devices as ranges, e.g. "0-3,8".
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

// Returns how many shards of a dimension are drawn. That is every shard with
// elements, plus one for all shards that contain only padding.
int64_t ShardsOf(const GraphTensor& tensor, std::optional<size_t> dim) {
  if (!dim) return 1;
  const int64_t size = (*tensor.shape)[*dim];
  const int64_t local = std::max<int64_t>(1, tensor.local_shape[*dim]);
  const int64_t filled = size / local + (size % local != 0);
  return std::min(tensor.shards[*dim], filled + 1);
}

int64_t ShardOf(const GraphTensor& tensor, const DeviceSlice& slice,
                size_t dim) {
  const int64_t local = std::max<int64_t>(1, tensor.local_shape[dim]);
  const int64_t offset = slice.offsets[dim];
  return offset / local + (offset % local != 0);
}

// Returns the range of elements in a shard as "BEGIN:END", or "padding".
std::string RangeText(const GraphTensor& tensor, size_t dim, int64_t shard) {
  const int64_t size = (*tensor.shape)[dim];
  const int64_t begin = std::min(shard * tensor.local_shape[dim], size);
  const int64_t end = std::min(begin + tensor.local_shape[dim], size);
  return begin == end ? "padding" : fmt::format("{}:{}", begin, end);
}

std::string AxesText(const GraphTensor& tensor, size_t dim) {
  std::string text;
  for (const AxisInfo& axis : tensor.sharding_info->dims[dim].axes) {
    if (!text.empty()) text += ", ";
    text += '"' + axis.name + '"';
    if (axis.size != 0) {
      text += fmt::format(":({}){}", axis.pre_size, axis.size);
    }
  }
  return text;
}

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

std::string Draw(const DeviceGrids::Grid& grid, const Terminal& terminal) {
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
    // The first column is always shown, however wide it is.
    if (used + width + 3 > terminal.columns && c > 0) break;
    widths.push_back(width);
    used += width + 3;
  }
  std::string out(margin, ' ');
  for (size_t c = 0; c < widths.size(); ++c) {
    out += "  " + Centred(grid.column_names[c], widths[c]) + " ";
  }
  // Omit the line of headings if all headings are empty.
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

// The dimensions that are the rows and columns of the picture. Dimensions with
// a single shard aren't drawn.
struct Layout {
  std::optional<size_t> rows, columns;
  // The other sharded dimensions. Each of their shards has its own picture.
  std::vector<size_t> others;
};

Layout LayoutOf(const GraphTensor& tensor) {
  std::vector<size_t> sharded;
  for (size_t d = 0; d < tensor.shards.size(); ++d) {
    if (tensor.shards[d] > 1) sharded.push_back(d);
  }
  Layout layout;
  // The last two sharded dimensions become the rows and columns, as in a
  // matrix.
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

DeviceGrids::Grid MakeGrid(const GraphTensor& tensor, const Layout& layout,
                           const std::vector<DeviceSlice>& slices,
                           const std::vector<int64_t>& others) {
  std::map<std::pair<int64_t, int64_t>, std::vector<int64_t>> holders;
  for (const DeviceSlice& slice : slices) {
    bool shown = true;
    for (size_t i = 0; i < others.size(); ++i) {
      shown &= ShardOf(tensor, slice, layout.others[i]) == others[i];
    }
    if (!shown) continue;
    holders[{layout.rows ? ShardOf(tensor, slice, *layout.rows) : 0,
             layout.columns ? ShardOf(tensor, slice, *layout.columns) : 0}]
        .push_back(slice.device);
  }
  DeviceGrids::Grid grid;
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

std::string LegendOf(const GraphTensor& tensor, const DeviceGrids& layout) {
  std::string text;
  if (layout.rows) {
    text += fmt::format("rows: dimension {} over {}\n", *layout.rows,
                        AxesText(tensor, *layout.rows));
  }
  if (layout.columns) {
    text += fmt::format("columns: dimension {} over {}\n", *layout.columns,
                        AxesText(tensor, *layout.columns));
  }
  return text;
}

}  // namespace

std::vector<DeviceSlice> SlicesOf(const GraphTensor& tensor,
                                  const GraphMesh& mesh) {
  if (!tensor.shape || !tensor.sharding_info) return {};
  return DeviceSlices(*tensor.shape, *tensor.sharding_info, mesh.mesh);
}

DeviceGrids DeviceGridsOf(const GraphTensor& tensor, const GraphMesh& mesh) {
  DeviceGrids result;
  const std::vector<DeviceSlice> slices = SlicesOf(tensor, mesh);
  if (slices.empty()) return result;
  const Layout layout = LayoutOf(tensor);
  result.rows = layout.rows;
  result.columns = layout.columns;
  std::vector<int64_t> others(layout.others.size(), 0);
  while (true) {
    if (result.grids.size() == kMostPictures) {
      result.more = true;
      break;
    }
    DeviceGrids::Grid& grid =
        result.grids.emplace_back(MakeGrid(tensor, layout, slices, others));
    for (size_t i = 0; i < others.size(); ++i) {
      const size_t dim = layout.others[i];
      grid.title += fmt::format("{}dimension {} = {}", i > 0 ? ", " : "", dim,
                                RangeText(tensor, dim, others[i]));
    }
    size_t at = others.size();
    while (at > 0 &&
           ++others[at - 1] == ShardsOf(tensor, layout.others[at - 1])) {
      others[--at] = 0;
    }
    if (at == 0) break;
  }
  return result;
}

std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal) {
  const DeviceGrids grids = DeviceGridsOf(tensor, mesh);
  if (grids.grids.empty()) return "";
  std::string out = LegendOf(tensor, grids);
  if (!out.empty()) out += '\n';
  for (size_t i = 0; i < grids.grids.size(); ++i) {
    const DeviceGrids::Grid& grid = grids.grids[i];
    if (!grid.title.empty()) {
      out += (i > 0 ? "\n" : "") + grid.title + ":\n";
    }
    out += Draw(grid, terminal);
  }
  if (grids.more) out += "... and more parts\n";
  return out;
}

}  // namespace shardflow
