#ifndef SHARDFLOW_TOOL_MEMORY_PICTURE_H_
#define SHARDFLOW_TOOL_MEMORY_PICTURE_H_

#include <string>
#include <string_view>

#include "shardflow/cost.h"

// Draws the memory that a device uses in the course of a program.

namespace shardflow {

// Returns a picture of MemoryCost::curve, as SVG: bytes over the kernels in the
// order in which they run, with the peak and its op. If there are more kernels
// than columns of the picture, each column shows the largest value.
std::string MemorySvg(const CostReport& report, std::string_view title);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_MEMORY_PICTURE_H_
