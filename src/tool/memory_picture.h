#ifndef SHARDFLOW_TOOL_MEMORY_PICTURE_H_
#define SHARDFLOW_TOOL_MEMORY_PICTURE_H_

#include <string>
#include <string_view>

#include "shardflow/cost.h"

// Draws how much memory a device uses while it runs a program.

namespace shardflow {

// Returns MemoryCost::curve as an SVG picture, which shows the bytes in use
// during each kernel, in the order in which kernels run. The peak is marked
// with its op. If there are more kernels than columns in the picture, each
// column shows the maximum of its kernels.
std::string MemorySvg(const CostReport& report, std::string_view title);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_MEMORY_PICTURE_H_
