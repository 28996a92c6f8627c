#ifndef SHARDFLOW_TOOL_DEVICE_GRID_H_
#define SHARDFLOW_TOOL_DEVICE_GRID_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

namespace shardflow {

// What each device holds, in mesh order. Empty if this is unknown, or if there
// are too many devices.
std::vector<DeviceSlice> SlicesOf(const GraphTensor& tensor,
                                  const GraphMesh& mesh);

// Draws which devices hold which part of a tensor. The rows are the first
// sharded dimension, the columns the second; each shard of any further one gets
// a picture of its own. The picture fits the terminal and says what it leaves
// out.
std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_DEVICE_GRID_H_
