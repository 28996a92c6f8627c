#ifndef SHARDFLOW_TOOL_DEVICE_GRID_H_
#define SHARDFLOW_TOOL_DEVICE_GRID_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

namespace shardflow {

// What each device holds, in the order of the mesh. Empty if that is not known
// or if they are too many.
std::vector<DeviceSlice> SlicesOf(const GraphTensor& tensor,
                                  const GraphMesh& mesh);

// A picture of which devices hold which part: rows are the first sharded
// dimension and columns the second; of further ones there is a picture each.
// Fits the terminal; what it leaves out it says.
std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_DEVICE_GRID_H_
