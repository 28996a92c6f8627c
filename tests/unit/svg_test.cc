#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/cost.h"
#include "test_config.h"
#include "tool/memory_picture.h"
#include "tool/svg_layout.h"
#include "tool/svg_picture.h"
#include "tool/svg_text.h"
#include "tool/tool.h"

namespace shardflow {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string FileText(const std::string& path) {
  std::ifstream file(std::string(SHARDFLOW_SOURCE_ROOT) + "/" + path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string Show(std::vector<std::string> args, int code = 0) {
  args.insert(args.begin(), {"show", "-q"});
  std::istringstream in;
  std::ostringstream out, err;
  EXPECT_EQ(RunTool(args, in, out, err), code) << err.str();
  return code == 0 ? out.str() : err.str();
}

std::string Example(const std::string& name) {
  return std::string(SHARDFLOW_SOURCE_ROOT) + "/examples/" + name;
}

// The boxes of a layer are side by side, and arrows point down.
TEST(SvgLayout, NothingOverlaps) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    SvgBoxes boxes;
    boxes.count = std::uniform_int_distribution(0, 40)(random);
    boxes.width = 100;
    boxes.height = 40;
    for (int to = 1; to < boxes.count; ++to) {
      const int arrows = std::uniform_int_distribution(0, 3)(random);
      for (int k = 0; k < arrows; ++k) {
        boxes.arrows.push_back(
            {std::uniform_int_distribution(0, to - 1)(random), to});
      }
    }
    const SvgLayout layout = LayOut(boxes);
    ASSERT_EQ(layout.boxes.size(), static_cast<size_t>(boxes.count));
    for (size_t i = 0; i < layout.boxes.size(); ++i) {
      const SvgPoint& a = layout.boxes[i];
      EXPECT_GE(a.x, 49.9);
      EXPECT_LE(a.x + 49.9, layout.width);
      EXPECT_LE(a.y + 39.9, layout.height);
      for (size_t j = 0; j < i; ++j) {
        const SvgPoint& b = layout.boxes[j];
        EXPECT_TRUE(std::abs(a.x - b.x) > 100 || std::abs(a.y - b.y) > 40)
            << round << ": " << j << " and " << i;
      }
    }
    ASSERT_EQ(layout.arrows.size(), boxes.arrows.size());
    for (const std::vector<SvgPoint>& points : layout.arrows) {
      ASSERT_GE(points.size(), 2u);
      for (size_t k = 1; k < points.size(); ++k) {
        EXPECT_GT(points[k].y, points[k - 1].y);
      }
    }
  }
}

// The report page uses the same colours.
TEST(Svg, ColoursAreThoseOfThePage) {
  const std::string colours = FileText("web/src/colors.js");
  size_t at = 0, count = 0;
  while ((at = colours.find("\"#", at)) != std::string::npos) {
    const std::string_view colour = std::string_view(colours).substr(at + 1, 7);
    if (colour != "#777777") {
      EXPECT_EQ(AxisColour(count), colour);
      ++count;
    }
    at += 8;
  }
  EXPECT_EQ(count, 8u);
  EXPECT_EQ(AxisColour(8), AxisColour(0));
}

// If the pictures changed on purpose, run the commands shown in docs/cli.md.
TEST(Svg, PicturesOfTheDocsAreUpToDate) {
  const std::string gpt = Example("gpt_train_step.mlir");
  EXPECT_EQ(
      FileText("docs/around.svg"),
      Show({gpt, "--svg", "--around", "params/blocks/0/up", "--depth", "2"}));
  EXPECT_EQ(FileText("docs/devices.svg"),
            Show({gpt, "--svg", "--name", "params/blocks/0/up"}));
  std::istringstream in;
  std::ostringstream out, err;
  const std::vector<std::string> args = {"cost", "-q", "--svg", gpt};
  ASSERT_EQ(RunTool(args, in, out, err), 0) << err.str();
  // The title is the name of the file.
  EXPECT_EQ(FileText("docs/memory.svg"), out.str());
}

TEST(Svg, FitsOnAPage) {
  for (const std::string scope :
       {"block0", "block0/attention", "params", "opt_state/mu", "adam"}) {
    const std::string picture =
        Show({"-p", Example("gpt_train_step.mlir"), "--svg", "--scope", scope});
    int width = 0, height = 0;
    ASSERT_EQ(std::sscanf(picture.c_str(),
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                          "width=\"%d\" height=\"%d\"",
                          &width, &height),
              2);
    EXPECT_LE(width, 1000) << scope;
    EXPECT_LE(height, 1400) << scope;
    EXPECT_THAT(picture, HasSubstr("fsdp</text>")) << scope;
  }
}

TEST(Svg, NoNameEndsItsElement) {
  const std::string text =
      "sdy.mesh @mesh = <[\"<b>&\"=2]>\n"
      "func.func @main(%arg0: tensor<8xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"<b>&\"}]>} loc(\"p['</svg>\\00\\FF']\")) -> "
      "tensor<8xf32> {\n  return %arg0 : tensor<8xf32>\n}\n";
  for (const std::string what : {"--around", "--value"}) {
    std::istringstream in(text);
    std::ostringstream out, err;
    const std::vector<std::string> args = {"show", "-", "--svg", what, "%arg0"};
    ASSERT_EQ(RunTool(args, in, out, err), 0) << err.str();
    const std::string picture = out.str();
    EXPECT_EQ(picture.find("</svg>"), picture.size() - 7);
    EXPECT_THAT(picture, Not(HasSubstr("<b>")));
    EXPECT_THAT(picture, HasSubstr("&lt;b&gt;&amp;"));
    EXPECT_EQ(picture.find('\0'), std::string::npos);
    EXPECT_EQ(picture.find('\xFF'), std::string::npos);
  }
}

// Returns a report whose curve has `count` kernels, the highest one at `peak`.
CostReport ReportWithCurve(size_t count, size_t peak) {
  CostReport report;
  MemoryCost& memory = report.memory;
  memory.arguments = 3 << 20;
  memory.curve.resize(count);
  for (size_t i = 0; i < count; ++i) {
    memory.curve[i].bytes = static_cast<int64_t>(i % 7) << 10;
  }
  memory.curve[peak].bytes = memory.temporaries = 5 << 20;
  memory.peak = memory.arguments + memory.temporaries;
  memory.peak_at.op = "stablehlo.dot_general";
  memory.peak_at.name = "block3/<mul>";
  return report;
}

TEST(MemorySvg, MarksThePeakOfProgramsOfAnySize) {
  for (const size_t count :
       std::vector<size_t>{1, 10, 689, 690, 691, 100'000}) {
    const size_t peak = count * 3 / 4;
    const CostReport report = ReportWithCurve(count, peak);
    const std::string picture = MemorySvg(report, "step.mlir");
    EXPECT_LT(picture.size(), 20'000u) << count;
    EXPECT_THAT(picture, HasSubstr("peak: block3/&lt;mul&gt;</text>"));
    EXPECT_THAT(picture, HasSubstr(">2 MiB</text>"));
    EXPECT_THAT(picture, HasSubstr("kernels that have run"));
    EXPECT_EQ(picture.find("(a column is") != std::string::npos, count > 690);
    // The mark is on the curve, that is, at the height of one of its columns
    // and within that column's width.
    double x = 0, y = 0;
    const size_t mark = picture.find("<circle class=\"peak\"");
    ASSERT_NE(mark, std::string::npos);
    ASSERT_EQ(
        std::sscanf(picture.c_str() + mark,
                    "<circle class=\"peak\" cx=\"%lf\" cy=\"%lf\"", &x, &y),
        2);
    const size_t path = picture.find("<path class=\"curve\"");
    char height[32];
    std::snprintf(height, sizeof height, "V%.1fH", y);
    const size_t at = picture.find(height, path);
    ASSERT_NE(at, std::string::npos) << count;
    // The end of the highest column.
    const double end = std::stod(picture.substr(at + std::strlen(height), 8));
    EXPECT_LE(x, end + 0.1);
    EXPECT_GE(
        x,
        end - 692.0 / static_cast<double>(std::min<size_t>(count, 690)) - 1.1);
  }
}

TEST(MemorySvg, OfNothing) {
  const std::string picture = MemorySvg({}, "</svg>");
  EXPECT_EQ(picture.find("</svg>"), picture.size() - 7);
  EXPECT_THAT(picture, Not(HasSubstr("class=\"peak\"")));
}

TEST(MemorySvg, DrawsTheMemoryOfADevice) {
  CostReport report = ReportWithCurve(10, 4);
  report.device_memory = 8 << 20;
  EXPECT_THAT(MemorySvg(report, ""), HasSubstr("stroke-dasharray"));
  // The line isn't drawn, because it would be far above the curve.
  report.device_memory = 1 << 30;
  EXPECT_THAT(MemorySvg(report, ""), Not(HasSubstr("stroke-dasharray")));
  EXPECT_THAT(MemorySvg(report, ""), HasSubstr("a device has 1 GiB"));
}

TEST(SvgText, CutsNamesInFrontAndOtherTextsAtTheEnd) {
  const double room = 10 * kSvgLetter + 0.5;
  EXPECT_EQ(FitSvgName("block0/mul", room), "block0/mul");
  EXPECT_EQ(FitSvgName("a/block0/mul", room), "\xE2\x80\xA6/mul");
  EXPECT_EQ(FitSvgName("a_long_name", room), "\xE2\x80\xA6long_name");
  EXPECT_EQ(FitSvgText("[{\"data\"}, {}]", room), "[{\"data\"}\xE2\x80\xA6");
  // No character is split.
  EXPECT_EQ(FitSvgText("12345678\xC3\xA9\xC3\xA9\xC3\xA9", room),
            "12345678\xE2\x80\xA6");
}

TEST(Svg, SaysWhatItCannotDraw) {
  const std::string gpt = Example("gpt_train_step.mlir");
  EXPECT_THAT(Show({gpt, "--svg", "--scope", "block0/atention"}, 3),
              HasSubstr("did you mean block0/attention"));
  EXPECT_THAT(Show({gpt, "--svg", "--around", "params/blocks/0/upp"}, 3),
              HasSubstr("did you mean"));
  EXPECT_THAT(Show({gpt, "--svg", "--name", "params/**"}, 3),
              HasSubstr("--svg draws one tensor"));
  EXPECT_THAT(Show({gpt, "--svg"}, 2), HasSubstr("--svg needs one of"));
  EXPECT_THAT(Show({gpt, "--scope", "block0"}, 2),
              HasSubstr("--svg needs one of"));
  EXPECT_THAT(Show({gpt, "--svg", "--dot", "--around", "x"}, 2),
              HasSubstr("--svg needs one of"));
}

}  // namespace
}  // namespace shardflow
