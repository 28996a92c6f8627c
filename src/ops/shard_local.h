#ifndef SHARDFLOW_OPS_SHARD_LOCAL_H_
#define SHARDFLOW_OPS_SHARD_LOCAL_H_

#include <cstdint>

#include "ir/module.h"

// Which ops move elements along a dimension, and when that needs nothing of
// other devices.
// Sizes are global; operand and result have the same axes; a shard is the
// dimension divided by their number, rounded up.

namespace shardflow::internal {

enum class Moves : uint8_t { kNothing, kPads, kSlices, kReverses };
Moves MovesOf(const Module& m, OpId op);

// What of an op devices can't compute from their parts, so that it has to be
// replicated.
enum class Replicate : uint8_t {
  kNothing,
  kReductions,  // its parts are combined as no collective combines
  kWindow,      // a window that is reduced along: others' pixels are needed
  kAll,         // the result depends on the shape that is asked for
};
Replicate MustReplicate(const Module& m, OpId op);
// Dimension `dim` of operand 1, the kernel of a convolution, is one of the
// window.
bool IsWindowDim(const Module& m, OpId convolution, int64_t dim);

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

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARD_LOCAL_H_
