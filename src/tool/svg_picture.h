#ifndef SHARDFLOW_TOOL_SVG_PICTURE_H_
#define SHARDFLOW_TOOL_SVG_PICTURE_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"

// Self-contained SVG pictures for documents and reviews. A tensor is a strip
// with a cell for each dimension, in the colours of the axes that shard it.
// `shardflow report` uses the same colours.

namespace shardflow {

struct SvgOptions {
  std::string title;
  GraphPart part;
  std::vector<int> centre;  // values to highlight
};

// Returns a picture of `options.part`, on at most one page.
std::string GraphSvg(const ProgramGraph& graph, const SvgOptions& options);

// Returns a picture of which device holds which part of a tensor. Empty if this
// is unknown or if there are too many devices.
std::string DeviceGridSvg(const ProgramGraph& graph, const GraphTensor& tensor,
                          std::string_view name);

// Returns the colour of the n-th axis of a program. The colours (most of them
// from Okabe and Ito's set) are distinct for the colour-blind, too;
// web/src/colors.js has the same ones.
std::string_view AxisColour(size_t axis);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SVG_PICTURE_H_
