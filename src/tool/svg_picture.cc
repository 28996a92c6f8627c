#include "tool/svg_picture.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tool/device_grid.h"
#include "tool/naming.h"
#include "tool/picture.h"
#include "tool/svg_layout.h"
#include "tool/svg_text.h"
#include "tool/table.h"

namespace shardflow {
namespace {

constexpr std::array<std::string_view, 8> kColours = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7",
    "#e69f00", "#56b4e9", "#8c6bb1", "#7a8b00"};
constexpr std::string_view kUncut = "#c9ced4";

constexpr double kPageMargin = 16;
constexpr double kHeader = 48;  // height of the title and the key
constexpr double kBoxWidth = 176, kBoxHeight = 60;
constexpr double kLineHeight = 12;  // height of a name's second line
// The size of a page at 96 pixels per inch.
constexpr double kPageWidth = 1000, kPageHeight = 1400;

// A document with a title and a colour key for its axes.
class Canvas : public SvgBody {
 public:
  explicit Canvas(const ProgramGraph& graph) {
    for (const GraphMesh& mesh : graph.meshes) {
      for (const MeshAxisInfo& axis : mesh.mesh.axes) {
        axes_.try_emplace(axis.name, axes_.size());
      }
    }
  }

  std::string_view ColourOf(const std::string& axis) {
    const auto at = axes_.find(axis);
    if (at == axes_.end()) return "#777777";
    used_.insert(at->second);
    return AxisColour(at->second);
  }

  // Draws a cell: the colours of its axes side by side, or a single colour if
  // no axis shards the dimension.
  void Cell(double x, double y, double width, double height,
            const std::vector<AxisInfo>& axes) {
    const auto part = [&](double from, double wide, std::string_view colour) {
      Print(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"{:.1f}\" fill=\"{}\"/>\n",
          from, y, wide, height, colour);
    };
    if (axes.empty()) return part(x, width, kUncut);
    const double wide = width / static_cast<double>(axes.size());
    for (size_t i = 0; i < axes.size(); ++i) {
      part(x + wide * static_cast<double>(i), wide, ColourOf(axes[i].name));
    }
  }

  std::string Document(std::string_view title, double width,
                       double height) const {
    width = std::max(width, 260.0);
    const double wide = width + 2 * kPageMargin;
    const double high = height + 2 * kPageMargin + kHeader;
    const double scale = std::min({1.0, kPageWidth / wide, kPageHeight / high});
    const std::string name = SvgText(title);
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0f}\" "
        "height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
        "aria-label=\"{}\" font-family=\"sans-serif\" font-size=\"10\" "
        "fill=\"#1c1f23\">\n"
        "<title>{}</title>\n"
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
        "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">"
        "<path d=\"M0,0L8,4L0,8z\" fill=\"#5a6169\"/></marker></defs>\n"
        "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ffffff\"/>\n",
        wide * scale, high * scale, wide, high, name, name);
    out += fmt::format(
        "<text x=\"{0}\" y=\"{1}\" font-size=\"14\" "
        "font-weight=\"bold\">{2}</text>\n",
        kPageMargin, kPageMargin + 10,
        SvgText(FitSvgName(title, width * 10 / 15)));
    double x = kPageMargin;
    const auto key = [&](std::string_view colour, std::string_view text) {
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"10\" height=\"10\" "
          "rx=\"2\" fill=\"{}\"/><text x=\"{:.1f}\" "
          "y=\"{:.1f}\">{}</text>\n",
          x, kPageMargin + 20, colour, x + 14, kPageMargin + 29, SvgText(text));
      x += 28 + kSvgLetter * static_cast<double>(text.size());
    };
    for (const auto& [axis, number] : axes_) {
      if (used_.contains(number)) key(AxisColour(number), axis);
    }
    key(kUncut, "not cut");
    return out + body() + "</svg>\n";
  }

 private:
  std::map<std::string, size_t> axes_;
  std::set<size_t> used_;
};

class GraphPicture {
 public:
  GraphPicture(const ProgramGraph& graph, const SvgOptions& options)
      : graph_(graph), options_(options), canvas_(graph) {}

  std::string Draw() {
    CollectBoxes();
    const SvgLayout layout = LayOut(boxes_);
    const double left =
        std::max(kPageMargin, kPageMargin + (260 - layout.width) / 2);
    const double top = kPageMargin + kHeader;
    for (const std::vector<SvgPoint>& points : layout.arrows) {
      Arrow(points, left, top);
    }
    for (size_t i = 0; i < rows_.size(); ++i) {
      Box(rows_[i], left + layout.boxes[i].x - kBoxWidth / 2,
          top + layout.boxes[i].y);
    }
    double height = layout.height;
    if (options_.part.left_out > 0) {
      height += 22;
      canvas_.Text(
          left, top + height - 4, "fill=\"#5a6169\"",
          fmt::format("... {} more that are as near", options_.part.left_out));
    }
    return canvas_.Document(options_.title, layout.width, height);
  }

 private:
  // An op, or an argument.
  struct Row {
    int op = -1;
    int value = -1;  // the value to show, or -1
  };

  void CollectBoxes() {
    std::map<int, int> of_ops, of_arguments;
    const auto add = [&](Row row) {
      rows_.push_back(row);
      return static_cast<int>(rows_.size()) - 1;
    };
    for (const int value : options_.part.arguments) {
      of_arguments[value] = add({-1, value});
    }
    for (const int op : options_.part.ops) {
      const GraphOp& row = graph_.ops[static_cast<size_t>(op)];
      of_ops[op] = add({op, row.result_count > 0 ? row.first_result : -1});
    }
    boxes_.count = static_cast<int>(rows_.size());
    for (const Row& row : rows_) {
      if (!FitsOnALine(NameOf(row))) height_ = kBoxHeight + kLineHeight;
    }
    boxes_.width = kBoxWidth;
    boxes_.height = height_;
    std::set<std::pair<int, int>> arrows;
    for (const auto& [op, box] : of_ops) {
      for (const int operand : graph_.ops[static_cast<size_t>(op)].operands) {
        if (operand < 0) continue;
        const GraphValue& value = graph_.values[static_cast<size_t>(operand)];
        const auto& known = value.is_argument ? of_arguments : of_ops;
        const auto from = known.find(value.is_argument ? operand : value.op);
        if (from != known.end() && from->second < box) {
          arrows.insert({from->second, box});
        }
      }
    }
    boxes_.arrows.assign(arrows.begin(), arrows.end());
  }

  bool IsCentre(const Row& row) const {
    return std::ranges::any_of(options_.centre, [&](int value) {
      const GraphValue& at = graph_.values[static_cast<size_t>(value)];
      return at.is_argument ? row.value == value : row.op == at.op;
    });
  }

  void Box(const Row& row, double x, double y) {
    const bool is_centre = IsCentre(row);
    const std::string name = NameOf(row);
    // Browsers show the title when the mouse is over the box.
    canvas_.Print("<g><title>{}</title>", SvgText(name));
    canvas_.Print(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" "
        "rx=\"4\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
        x, y, kBoxWidth, height_, row.op < 0 ? "#f5f6f8" : "#ffffff",
        is_centre ? "#0b5cad" : "#9aa2ab", is_centre ? "2.5" : "1");
    const std::string op =
        row.op < 0
            ? "argument"
            : std::string(ShortOpName(graph_.ops[static_cast<size_t>(row.op)]));
    const std::string_view bold = "font-weight=\"bold\"";
    if (FitsOnALine(name)) {
      canvas_.Text(x + 6, y + 14, bold, name.empty() ? op : name);
    } else {
      // Break the name after the last '/' that fits on the first line.
      const size_t most = static_cast<size_t>(kRoom / kBold);
      size_t step = name.rfind('/', most - 1);
      step = step == std::string::npos ? 0 : step + 1;
      canvas_.Text(x + 6, y + 14, bold, name.substr(0, step));
      canvas_.Text(x + 6, y + 14 + kLineHeight, bold,
                   FitSvgName(std::string_view(name).substr(step),
                              kRoom * kSvgLetter / kBold));
    }
    y += height_ - kBoxHeight;
    if (row.value >= 0) Tensor(row, name, op, x, y);
    canvas_.Print("</g>\n");
  }

  // Draws the part of a value's box below its name.
  void Tensor(const Row& row, const std::string& name, const std::string& op,
              double x, double y) {
    const GraphTensor& tensor = TensorOf(graph_, row.value);
    const std::string lead =
        name.empty() || name.ends_with(op) || row.op < 0 ? "" : op + " ";
    const double used = kSvgLetter * static_cast<double>(lead.size());
    canvas_.Text(x + 6, y + 28, "fill=\"#5a6169\"",
                 FitSvgText(lead + ShapeShown(tensor, kRoom - used), kRoom));
    canvas_.Text(
        x + 6, y + 41, "font-family=\"monospace\" font-size=\"9\"",
        tensor.sharding.empty()
            ? "no sharding"
            : FitSvgText(ShardingShown(graph_, tensor, !tensor.spec.empty()),
                         kRoom));
    if (!tensor.sharding_info || tensor.sharding_info->dims.empty()) return;
    const auto& dims = tensor.sharding_info->dims;
    const double cell = kRoom / static_cast<double>(dims.size());
    for (size_t d = 0; d < dims.size(); ++d) {
      canvas_.Cell(x + 6 + cell * static_cast<double>(d), y + 47, cell - 2, 7,
                   dims[d].axes);
    }
  }

  // Returns text such as "16x128 of 64x128xf32", or as much of it as fits.
  static std::string ShapeShown(const GraphTensor& tensor, double room) {
    const std::string type(TypeText(tensor));
    if (!tensor.shape || tensor.local_shape == *tensor.shape) return type;
    const std::string local = ShapeText(tensor.local_shape);
    const auto fits = [&](const std::string& text) {
      return kSvgLetter * static_cast<double>(text.size()) <= room;
    };
    for (const std::string& whole : {type, ShapeText(*tensor.shape)}) {
      const std::string text = local + " of " + whole;
      if (fits(text)) return text;
    }
    return local + "x" + tensor.element;
  }

  static constexpr double kBold = kSvgLetter / 0.92;  // width of a bold letter
  // The width available for the text in a box.
  static constexpr double kRoom = kBoxWidth - 12;
  static bool FitsOnALine(std::string_view name) {
    return kBold * static_cast<double>(name.size()) <= kRoom;
  }

  // Returns the row's name relative to the scope shown in the picture.
  std::string NameOf(const Row& row) const {
    if (row.value < 0) return "";
    const std::string name = PathOfValue(graph_, row.value);
    const std::string scope = options_.title + "/";
    return name.starts_with(scope) ? name.substr(scope.size()) : name;
  }

  void Arrow(const std::vector<SvgPoint>& points, double left, double top) {
    std::string path;
    for (size_t i = 0; i < points.size(); ++i) {
      const double x = left + points[i].x, y = top + points[i].y;
      if (i == 0) {
        path = fmt::format("M{:.1f},{:.1f}", x, y);
      } else if (i % 2 == 1) {
        // A curve from one layer to the next, vertical at both ends.
        const double middle = (top + points[i - 1].y + y) / 2;
        path += fmt::format("C{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}",
                            left + points[i - 1].x, middle, x, middle, x, y);
      } else {
        path += fmt::format("L{:.1f},{:.1f}", x, y);
      }
    }
    canvas_.Print(
        "<path d=\"{}\" fill=\"none\" stroke=\"#5a6169\" "
        "marker-end=\"url(#tip)\"/>\n",
        path);
  }

  const ProgramGraph& graph_;
  const SvgOptions& options_;
  Canvas canvas_;
  std::vector<Row> rows_;
  SvgBoxes boxes_;
  double height_ = kBoxHeight;  // height of each box
};

// Grids of devices, one below the other.
class GridPicture {
 public:
  GridPicture(const ProgramGraph& graph, const GraphTensor& tensor,
              const DeviceGrids& grids)
      : tensor_(tensor), grids_(grids), canvas_(graph) {}

  std::string Draw(std::string_view name) {
    const double left = kPageMargin;
    double y = kPageMargin + kHeader;
    double width = 0;
    const auto line = [&](std::string_view style, const std::string& text) {
      canvas_.Text(left, y + 10, style, text);
      width = std::max(width, kSvgLetter * static_cast<double>(text.size()));
      y += 16;
    };
    line("font-family=\"monospace\"",
         tensor_.spec.empty() ? tensor_.sharding : tensor_.spec);
    line("fill=\"#5a6169\"",
         fmt::format("{}; each device holds {}, {} of {}", TypeText(tensor_),
                     ShapeText(tensor_.local_shape),
                     BytesText(tensor_.local_bytes), BytesText(tensor_.bytes)));
    for (const DeviceGrids::Grid& grid : grids_.grids) {
      y += 6;
      if (!grid.title.empty()) line("", grid.title);
      width = std::max(width, DrawGrid(grid, left, y));
      const size_t rows = std::min(grid.cells.size(), kMost);
      y += kCellHeight * static_cast<double>(rows + 1) + 4;
      if (rows < grid.cells.size()) {
        line("fill=\"#5a6169\"",
             fmt::format("... and {} more rows", grid.cells.size() - rows));
      }
    }
    if (grids_.more) line("fill=\"#5a6169\"", "... and more parts");
    return canvas_.Document(name, width, y - kPageMargin - kHeader);
  }

 private:
  // The maximum number of rows, and the maximum number of columns.
  static constexpr size_t kMost = 32;
  static constexpr double kCellHeight = 24;

  double DrawGrid(const DeviceGrids::Grid& grid, double left, double top) {
    size_t longest = 4, head = 2;
    for (const std::string& name : grid.row_names) {
      head = std::max(head, name.size());
    }
    for (const std::string& name : grid.column_names) {
      longest = std::max(longest, name.size());
    }
    const size_t rows = std::min(grid.cells.size(), kMost);
    const size_t columns = std::min(grid.column_names.size(), kMost);
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < columns; ++c) {
        longest =
            std::max(longest, std::min<size_t>(grid.cells[r][c].size(), 24));
      }
    }
    const double head_width = kSvgLetter * static_cast<double>(head) + 18;
    const double cell = kSvgLetter * static_cast<double>(longest) + 16;
    const auto x_of = [&](size_t c) {
      return left + head_width + cell * static_cast<double>(c);
    };
    const auto y_of = [&](size_t r) {
      return top + kCellHeight * static_cast<double>(r + 1);
    };
    for (size_t c = 0; c < columns; ++c) {
      Centred(x_of(c) + cell / 2, top + 14, "fill=\"#5a6169\"",
              grid.column_names[c]);
      if (grids_.columns) {
        Cut(x_of(c) + 1, y_of(0) - 5, cell - 2, 4, *grids_.columns);
      }
    }
    for (size_t r = 0; r < rows; ++r) {
      canvas_.Text(left, y_of(r) + 15, "fill=\"#5a6169\"", grid.row_names[r]);
      if (grids_.rows) {
        Cut(x_of(0) - 5, y_of(r) + 1, 4, kCellHeight - 2, *grids_.rows);
      }
      for (size_t c = 0; c < columns; ++c) {
        canvas_.Print(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
            "height=\"{}\" fill=\"#f5f6f8\" stroke=\"#9aa2ab\"/>\n",
            x_of(c), y_of(r), cell, kCellHeight);
        Centred(x_of(c) + cell / 2, y_of(r) + 15, "font-family=\"monospace\"",
                FitSvgName(grid.cells[r][c], cell));
      }
    }
    const size_t hidden = grid.column_names.size() - columns;
    if (hidden > 0) {
      canvas_.Text(x_of(columns) + 6, top + 14, "fill=\"#5a6169\"",
                   fmt::format("... {} more", hidden));
    }
    return head_width + cell * static_cast<double>(columns) +
           (hidden > 0 ? 70 : 0);
  }

  void Cut(double x, double y, double width, double height, size_t dim) {
    canvas_.Cell(x, y, width, height, tensor_.sharding_info->dims[dim].axes);
  }

  void Centred(double x, double y, std::string_view style,
               std::string_view text) {
    canvas_.Text(x, y, fmt::format("text-anchor=\"middle\" {}", style), text);
  }

  const GraphTensor& tensor_;
  const DeviceGrids& grids_;
  Canvas canvas_;
};

}  // namespace

std::string_view AxisColour(size_t axis) {
  return kColours[axis % kColours.size()];
}

std::string GraphSvg(const ProgramGraph& graph, const SvgOptions& options) {
  return GraphPicture(graph, options).Draw();
}

std::string DeviceGridSvg(const ProgramGraph& graph, const GraphTensor& tensor,
                          std::string_view name) {
  if (tensor.mesh < 0 || !tensor.shape) return "";
  const DeviceGrids grids =
      DeviceGridsOf(tensor, graph.meshes[static_cast<size_t>(tensor.mesh)]);
  if (grids.grids.empty()) return "";
  return GridPicture(graph, tensor, grids).Draw(name);
}

}  // namespace shardflow
