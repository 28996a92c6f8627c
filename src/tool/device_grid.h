#ifndef SHARDFLOW_TOOL_DEVICE_GRID_H_
#define SHARDFLOW_TOOL_DEVICE_GRID_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

namespace shardflow {

// Returns what each device holds, in mesh order. Empty if this is unknown, or
// if there are too many devices.
std::vector<DeviceSlice> SlicesOf(const GraphTensor& tensor,
                                  const GraphMesh& mesh);

// Which devices hold which part of a tensor: rows are one sharded dimension,
// columns another; each shard of any further one has a grid of its own.
struct DeviceGrids {
  struct Grid {
    std::string title;  // "dimension 0 = 0:4", or empty
    std::vector<std::string> row_names, column_names;  // "0:4"
    std::vector<std::vector<std::string>> cells;       // "0-3,8"
  };
  std::optional<size_t> rows, columns;  // dimensions
  std::vector<Grid> grids;              // none: unknown, or too many devices
  bool more = false;                    // some grids are left out
};
DeviceGrids DeviceGridsOf(const GraphTensor& tensor, const GraphMesh& mesh);

// Draws which devices hold which part of a tensor. The last two sharded
// dimensions make the rows and the columns; each shard of any other one gets a
// picture of its own. The picture fits the terminal and says what it leaves
// out.
std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_DEVICE_GRID_H_
