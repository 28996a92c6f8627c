#ifndef SHARDFLOW_TOOL_SVG_LAYOUT_H_
#define SHARDFLOW_TOOL_SVG_LAYOUT_H_

#include <utility>
#include <vector>

// Places the boxes and arrows of a small graph in layers from top to bottom, so
// that every arrow leads to a lower layer.

namespace shardflow {

struct SvgPoint {
  double x = 0, y = 0;
};

struct SvgBoxes {
  int count = 0;
  double width = 0, height = 0;  // the size of each box
  // Each arrow leads from a box to a later box.
  std::vector<std::pair<int, int>> arrows;
};

struct SvgLayout {
  std::vector<SvgPoint> boxes;  // the middle of each box's upper edge
  // The points of each arrow, from the lower edge of one box to the upper edge
  // of another.
  std::vector<std::vector<SvgPoint>> arrows;
  double width = 0, height = 0;  // the size of the whole picture
};

// Returns the layout of a graph, which should have at most a few dozen boxes.
SvgLayout LayOut(const SvgBoxes& boxes);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SVG_LAYOUT_H_
