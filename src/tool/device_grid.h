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

// Returns the slice of a tensor that each device holds, in mesh order. The list
// is empty if the slices are unknown or there are too many devices.
std::vector<DeviceSlice> SlicesOf(const GraphTensor& tensor,
                                  const GraphMesh& mesh);

// Tables that show which devices hold which part of a tensor. The rows are the
// shards of one dimension, and the columns are the shards of another. If more
// dimensions are sharded, each of their shards has its own table (a grid).
struct DeviceGrids {
  struct Grid {
    std::string title;  // "dimension 0 = 0:4", or empty
    // Ranges of elements, e.g. "0:4".
    std::vector<std::string> row_names, column_names;
    std::vector<std::vector<std::string>> cells;  // devices, e.g. "0-3,8"
  };
  // The dimensions of the rows and of the columns.
  std::optional<size_t> rows, columns;
  // Empty if it is unknown which parts the devices hold, or if there are too
  // many devices.
  std::vector<Grid> grids;
  bool more = false;  // whether some grids are omitted
};
DeviceGrids DeviceGridsOf(const GraphTensor& tensor, const GraphMesh& mesh);

// Returns a drawing that shows which devices hold which part of a tensor. The
// last two sharded dimensions are its rows and columns, and each shard of any
// other dimension has its own grid. The drawing fits the terminal, and states
// what it omits.
std::string DrawDeviceGrid(const GraphTensor& tensor, const GraphMesh& mesh,
                           const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_DEVICE_GRID_H_
