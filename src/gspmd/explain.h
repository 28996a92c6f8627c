#ifndef SHARDFLOW_GSPMD_EXPLAIN_H_
#define SHARDFLOW_GSPMD_EXPLAIN_H_

#include <string>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Shows a sharding in pictures and words.

namespace shardflow::internal::gspmd {

// Which devices hold which tile, rows by the last but one dimension and columns
// by the last:
//
//          dim 1
//   dim 0      0  1
//       0      0  4
//       1      1  5
//
// Empty if it would be too large to read. `tiled` is kTiled.
std::string DrawGrid(const HloSharding& tiled);

// Sentences that say which axis shards which dimension, and why the devices are
// in this order. `tiled` is what ToTiles() made of `named`.
std::vector<std::string> Explain(const NamedSharding& named,
                                 const HloSharding& tiled);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_EXPLAIN_H_
