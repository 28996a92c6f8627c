#ifndef SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
#define SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_

#include "ir/module.h"

namespace shardflow::internal {

// For ops whose windows slide along sharded dimensions (convolutions,
// reduce_windows, ...), for pads, slices and dynamic_update_slices, and for
// concatenations along sharded dimensions: lets devices exchange exactly the
// elements that they need. (Shardy replicates dimensions along which windows
// slide or tensors are joined, and sends whole shards for pads and slices.) The
// pass sdy-resolve-permutation-factors handles the other ops that move
// elements.
void ExchangeWindows(Module& m, bool by_replica);

// Handles slices of a few rows of a sharded dimension when all devices need
// them: each device takes the rows that it has, and the results are summed.
// (Shardy gathers the dimension.) Call this before resharding. It makes the
// rules of the ops invalid. `keep_gathered`: what a loop doesn't change may be
// gathered as a whole before the loop.
void TakeParts(Module& m, bool by_replica, bool keep_gathered);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
