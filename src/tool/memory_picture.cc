#include "tool/memory_picture.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tool/svg_text.h"

namespace shardflow {
namespace {

constexpr double kWidth = 800, kHeight = 360;
// The margins around the curve.
constexpr double kLeft = 84, kRight = 24, kTop = 92, kBottom = 52;
constexpr double kPlotWidth = kWidth - kLeft - kRight;
constexpr double kPlotHeight = kHeight - kTop - kBottom;
constexpr size_t kMostColumns = 690;
constexpr double kLetterHeight = 12;
// The number of bold letters of height kLetterHeight that fit into a given
// width, relative to 10-pixel letters.
constexpr double kBold = 0.9 * 10 / kLetterHeight;

constexpr std::string_view kAlways = "#c9ced4", kTemporary = "#0072b2",
                           kPeak = "#d55e00", kFaint = "#5a6169";

class MemoryPicture : SvgBody {
 public:
  MemoryPicture(const CostReport& report, std::string_view title)
      : report_(report),
        memory_(report.memory),
        title_(title),
        always_(memory_.peak - memory_.temporaries) {
    double most = static_cast<double>(memory_.peak);
    // The line for the device's memory is drawn unless that would flatten the
    // curve.
    shows_device_ = report.device_memory > 0 && report.device_memory < 2 * most;
    if (shows_device_) most = std::max(most, report.device_memory);
    top_ = std::max(most, 1.0) * 1.05;
  }

  std::string Draw() {
    VerticalAxis();
    HorizontalAxis();
    Areas();
    if (shows_device_) Device();
    Peak();
    return Head() + body() + "</svg>\n";
  }

 private:
  void Line(double x0, double y0, double x1, double y1,
            std::string_view style) {
    Print(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" "
        "{}/>\n",
        x0, y0, x1, y1, style);
  }

  double YOf(double bytes) const {
    return kTop + kPlotHeight * (1 - bytes / top_);
  }
  // Returns the x coordinate at which kernel `i` begins. The last kernel ends
  // at XOf(curve.size()).
  double XOf(double i) const {
    const auto count = static_cast<double>(memory_.curve.size());
    return kLeft + kPlotWidth * i / std::max(count, 1.0);
  }

  std::string Head() const {
    const std::string name = SvgText(title_);
    std::string out = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" "
        "height=\"{1}\" viewBox=\"0 0 {0} {1}\" role=\"img\" "
        "aria-label=\"Memory of a device: {2}\" font-family=\"sans-serif\" "
        "font-size=\"{3}\" fill=\"#1c1f23\">\n"
        "<title>{2}</title>\n"
        "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#ffffff\"/>\n",
        kWidth, kHeight, name, kLetterHeight);
    const auto text = [&](double y, std::string_view style,
                          std::string_view words) {
      out += fmt::format("<text x=\"16\" y=\"{}\" {}>{}</text>\n", y, style,
                         SvgText(words));
    };
    constexpr double kRoom = (kWidth - 32) * 10 / kLetterHeight;
    text(26, "font-size=\"14\" font-weight=\"bold\"",
         FitSvgName("Memory of a device: " + title_, kRoom * 0.8));
    text(46, "", FitSvgText(PeakText(), kRoom));
    double x = 16;
    const auto key = [&](std::string_view colour, std::string words) {
      out += fmt::format(
          "<rect x=\"{:.1f}\" y=\"58\" width=\"10\" height=\"10\" rx=\"2\" "
          "fill=\"{}\"/><text x=\"{:.1f}\" y=\"67\">{}</text>\n",
          x, colour, x + 15, SvgText(words));
      x += 34 + kSvgLetter * static_cast<double>(words.size());
    };
    key(kTemporary, "temporaries, " + BytesText(memory_.temporaries));
    key(kAlways, "arguments and results, " + BytesText(always_));
    if (report_.device_memory > 0) {
      key(shows_device_ ? kPeak : "none",
          "a device has " +
              BytesText(static_cast<int64_t>(report_.device_memory)));
    }
    return out;
  }

  std::string PeakText() const {
    std::string text = "peak " + BytesText(memory_.peak);
    const std::string op = OpText(memory_.peak_at);
    if (!op.empty() && memory_.temporaries > 0) text += " at " + op;
    return text;
  }

  void VerticalAxis() {
    // Steps are powers of 2, so that labels are whole KiB, MiB and so on.
    double step = 1;
    while (top_ / step > 6) step *= 2;
    for (double at = 0; at <= top_; at += step) {
      const double y = YOf(at);
      Line(kLeft, y, kLeft + kPlotWidth, y, "stroke=\"#e4e7ea\"");
      Text(kLeft - 6, y + 4, "text-anchor=\"end\"",
           at < 9e18 ? BytesText(static_cast<int64_t>(at)) : "");
    }
  }

  void HorizontalAxis() {
    const size_t count = memory_.curve.size();
    const double y = kTop + kPlotHeight;
    Line(kLeft, y, kLeft + kPlotWidth, y, "stroke=\"#1c1f23\"");
    // Steps are 1, 2, 5, 10, 20, ....
    size_t step = 1;
    for (size_t i = 0; count / step > 8; ++i)
      step = i % 3 == 1 ? step / 2 * 5 : step * 2;
    for (size_t at = 0; at <= count; at += step) {
      const double x = XOf(static_cast<double>(at));
      Line(x, y, x, y + 5, "stroke=\"#1c1f23\"");
      Text(x, y + 19, "text-anchor=\"middle\"", fmt::format("{}", at));
    }
    std::string label = "kernels that have run";
    if (count > kMostColumns) {
      label += fmt::format(" (a column is the largest of {} or {})",
                           count / kMostColumns, count / kMostColumns + 1);
    }
    Text(kLeft + kPlotWidth / 2, y + 40,
         fmt::format("text-anchor=\"middle\" fill=\"{}\"", kFaint), label);
  }

  void Areas() {
    const double bottom = kTop + kPlotHeight;
    const double floor = YOf(static_cast<double>(always_));
    const auto rect = [&](double y, double height, std::string_view colour) {
      Print(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
          "height=\"{:.1f}\" fill=\"{}\"/>\n",
          kLeft, y, kPlotWidth, height, colour);
    };
    rect(floor, bottom - floor, kAlways);
    const size_t count = memory_.curve.size();
    if (count == 0) return;
    const size_t columns = std::min(count, kMostColumns);
    std::vector<int64_t> most(columns, 0);
    for (size_t i = 0; i < count; ++i) {
      int64_t& column = most[i * columns / count];
      column = std::max(column, memory_.curve[i].bytes);
    }
    std::string path = fmt::format("M{:.1f},{:.1f}", kLeft, floor);
    const double wide = kPlotWidth / static_cast<double>(columns);
    for (size_t c = 0; c < columns; ++c) {
      const double y =
          YOf(static_cast<double>(always_) + static_cast<double>(most[c]));
      path += fmt::format("V{:.1f}H{:.1f}", y,
                          kLeft + wide * static_cast<double>(c + 1));
    }
    Print("<path class=\"curve\" d=\"{}V{:.1f}Z\" fill=\"{}\"/>\n", path, floor,
          kTemporary);
  }

  void Device() {
    const double y = YOf(report_.device_memory);
    Line(kLeft, y, kLeft + kPlotWidth, y,
         fmt::format("stroke=\"{}\" stroke-dasharray=\"6 4\"", kPeak));
  }

  void Peak() {
    const auto at =
        std::max_element(memory_.curve.begin(), memory_.curve.end(),
                         [](const CostValue& a, const CostValue& b) {
                           return a.bytes < b.bytes;
                         });
    if (at == memory_.curve.end() || at->bytes == 0) return;
    const double x = XOf(static_cast<double>(at - memory_.curve.begin()) + 0.5);
    const double y = YOf(static_cast<double>(memory_.peak));
    Print(
        "<circle class=\"peak\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" "
        "fill=\"{}\" stroke=\"#ffffff\"/>\n",
        x, y, kPeak);
    // The label is on the side of the peak that has more room.
    const bool is_left = x < kLeft + kPlotWidth / 2;
    const double room =
        (is_left ? kLeft + kPlotWidth - x : x - kLeft) * kBold - 60;
    CostPlace op = memory_.peak_at;
    op.line = 0;
    Text(is_left ? x + 8 : x - 8, y - 7,
         fmt::format("font-weight=\"bold\" text-anchor=\"{}\"",
                     is_left ? "start" : "end"),
         "peak: " + FitSvgName(OpText(op), room));
  }

  const CostReport& report_;
  const MemoryCost& memory_;
  const std::string title_;
  const int64_t always_;  // bytes that stay in memory the whole time
  bool shows_device_ = false;
  double top_ = 1;  // bytes at the top edge
};

}  // namespace

std::string MemorySvg(const CostReport& report, std::string_view title) {
  return MemoryPicture(report, title).Draw();
}

}  // namespace shardflow
