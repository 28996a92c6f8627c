#ifndef SHARDFLOW_OPS_SHARD_LOCAL_H_
#define SHARDFLOW_OPS_SHARD_LOCAL_H_

#include <cstdint>

// When a slice or a pad of a sharded dimension needs nothing of other devices.
// Sizes are global; operand and result have the same axes; a shard is the
// dimension divided by their number, rounded up.

namespace shardflow {

struct SlicedDim {
  int64_t start = 0;
  int64_t stride = 1;
  int64_t in = 0;
  int64_t out = 0;
};
// It only cuts the end off, and the shards keep their size.
bool IsLocalSlice(const SlicedDim& dim, int64_t shards);

struct PaddedDimSizes {
  int64_t low = 0, interior = 0;
  int64_t in = 0, out = 0;
};
// Every element of the operand is on the device where the result has it.
bool IsLocalPad(const PaddedDimSizes& dim, int64_t shards);

int64_t CeilDiv(int64_t a, int64_t b);

}  // namespace shardflow

#endif  // SHARDFLOW_OPS_SHARD_LOCAL_H_
