#ifndef SHARDFLOW_OPS_SHARD_LOCAL_H_
#define SHARDFLOW_OPS_SHARD_LOCAL_H_

#include <cstdint>

#include "ir/module.h"
#include "sharding/rule.h"

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
  kReductions,   // its parts are combined as no collective combines
  kConvolution,  // some factors: MustReplicateFactor
  kAll,          // the result depends on the shape that is asked for
};
Replicate MustReplicate(const Module& m, OpId op);
// Whether a factor of a convolution's rule that has so many shards has to be
// replicated: one of the window, where others' pixels are needed, or one that
// cuts groups, of features or of the batch, in pieces.
bool MustReplicateFactor(const Module& m, OpId convolution, const Rule& rule,
                         size_t factor, int64_t shards);

// A sum along a sharded dimension that doesn't begin with zero begins with zero
// afterwards, and its initial value is added to the result: once, and not on
// every device. Nothing happens to other ops.
void AddInitialValueOnce(Module& m, OpId op);

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
