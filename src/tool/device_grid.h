#ifndef SHARDFLOW_TOOL_DEVICE_GRID_H_
#define SHARDFLOW_TOOL_DEVICE_GRID_H_

#include <cstdint>
#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

namespace shardflow {

// What a device holds of a tensor: of dimension d the shard shards[d], which
// is elements offsets[d] up to, and without, offsets[d] + sizes[d].
struct DevicePart {
  int64_t device = 0;
  std::vector<int64_t> shards;
  std::vector<int64_t> offsets;
  std::vector<int64_t> sizes;
};

// In the order of the mesh; empty if the tensor has no mesh or no fixed shape,
// or if there are more than `most` devices.
std::vector<DevicePart> DeviceParts(const GraphTensor& tensor,
                                    const GraphMesh& mesh, int64_t most);

// A picture of which devices hold which part: rows are the first sharded
// dimension and columns the second; of further ones there is a picture each.
// Fits the terminal; what it leaves out it says.
std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_DEVICE_GRID_H_
