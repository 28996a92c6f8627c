#ifndef SHARDFLOW_OPS_SHARD_LOCAL_H_
#define SHARDFLOW_OPS_SHARD_LOCAL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.h"
#include "sharding/rule.h"

// Determines which ops move elements along a dimension, and whether they need
// data from other devices. All sizes are global. Operand and result are assumed
// to have the same axes. The size of a shard is the dimension's size divided by
// the number of shards, rounded up.

namespace shardflow::internal {

enum class Moves : uint8_t { kNothing, kPads, kSlices, kReverses };
Moves MovesOf(const Module& m, OpId op);

// Returns the dimension of a broadcast_in_dim's result that each dimension of
// its operand becomes; nullopt for all other ops.
std::optional<std::vector<int64_t>> BroadcastDims(const Module& m, OpId op);

// Whether the op computes something from its operands' elements. Functions,
// calls, sdy ops and ops that only pass values on can always handle shards, and
// ops in the body of a reduction work on single elements.
bool IsComputation(const Module& m, OpId op);
// Whether only the op's sharding rule says what it computes: it is a custom
// call, of a dialect that shardflow doesn't know, or has a rule of the user's.
bool IsOpaque(const Module& m, OpId op);

// Which dimensions must be replicated, because devices can't compute with parts
// of them.
enum class Replicate : uint8_t {
  kNothing,
  kReductions,   // reduced dimensions: no collective combines the parts
  kConvolution,  // some factors (see MustReplicateFactor)
  kAll,          // everything: the result depends on the whole shape
};
// `any_collective` also allows collectives that Shardy lacks, such as one for
// products.
Replicate MustReplicate(const Module& m, OpId op, bool any_collective);
// Whether a factor of a convolution's rule would have to be replicated if it
// had this many shards. This applies to a factor of the window, which needs
// elements from other devices, and to a factor that would split groups (of
// features or batches) into pieces.
bool MustReplicateFactor(const Module& m, OpId convolution, const Rule& rule,
                         size_t factor, int64_t shards);

// Makes a reduction along a sharded dimension, such as a sum, start with its
// neutral element, and combines the initial value with the result instead, so
// that a sum counts the value once and not on every device. A maximum wouldn't
// need this, but XLA's CPU compiler (jaxlib 0.12) drops the initial value if a
// shard has a single row. MustReplicate() must have returned kNothing for the
// op, so that the reduction has a neutral element. Does nothing to other ops.
void AddInitialValueOnce(Module& m, OpId op);

struct SlicedDim {
  int64_t start = 0;
  int64_t stride = 1;
  int64_t in = 0;
  int64_t out = 0;
};
// Whether the slice only drops elements at the end of the dimension, and the
// result's shards are as large as the operand's.
bool IsLocalSlice(const SlicedDim& dim, int64_t shards);

struct PaddedDimSizes {
  int64_t low = 0, interior = 0;
  int64_t in = 0, out = 0;
};
// Whether every element that the result takes from the operand stays on its
// device. Assumed to be false for interior padding and dynamic sizes.
bool IsLocalPad(const PaddedDimSizes& dim, int64_t shards);

int64_t CeilDiv(int64_t a, int64_t b);
// Returns the size of a dimension after padding that makes all shards equal.
int64_t RoundUp(int64_t size, int64_t shards);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARD_LOCAL_H_
