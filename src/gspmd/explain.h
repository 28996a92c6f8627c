#ifndef SHARDFLOW_GSPMD_EXPLAIN_H_
#define SHARDFLOW_GSPMD_EXPLAIN_H_

#include <string>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Explains a sharding with pictures and words.

namespace shardflow::internal::gspmd {

// Draws which devices hold which tile. Rows are the second-to-last dimension,
// and columns the last:
//
//          dim 1
//   dim 0      0  1
//       0      0  4
//       1      1  5
//
// Returns "" for rank 0 and if the picture would be too large to read.
// `tiled.kind` must be kTiled.
std::string DrawGrid(const HloSharding& tiled);

// Returns sentences that say which axis shards which dimension, and explain the
// device order. `tiled` must be the result of ToTiles() for `named`.
std::vector<std::string> Explain(const NamedSharding& named,
                                 const HloSharding& tiled);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_EXPLAIN_H_
