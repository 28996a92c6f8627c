#ifndef SHARDFLOW_TOOL_SVG_PICTURE_H_
#define SHARDFLOW_TOOL_SVG_PICTURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"

// Draws self-contained SVG pictures for documents and reviews. A picture shows
// a tensor as a strip with a cell for each dimension, coloured by the axes that
// shard the dimension. `shardflow report` uses the same colours.

namespace shardflow {

struct SvgOptions {
  std::string title;
  GraphPart part;
  std::vector<int> centre;  // values to highlight
};

// Returns a picture of `options.part`, which fits on one page.
std::string GraphSvg(const ProgramGraph& graph, const SvgOptions& options);

// Returns a picture that shows which device holds which part of a tensor.
// Returns "" if that is unknown or there are too many devices.
std::string DeviceGridSvg(const ProgramGraph& graph, const GraphTensor& tensor,
                          std::string_view name);

// Returns the colour of the axis with this index, starting from 0. Most of the
// colours are from Okabe and Ito's set. Colour-blind readers can distinguish
// all of them. web/src/colors.js has the same colours.
std::string_view AxisColour(size_t axis);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SVG_PICTURE_H_
