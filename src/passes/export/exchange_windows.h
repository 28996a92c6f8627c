#ifndef SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
#define SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_

#include <span>

#include "ir/module.h"

namespace shardflow::internal {

// Makes devices exchange exactly the elements that they need. Handles ops whose
// windows slide along sharded dimensions (convolutions, reduce_windows, ...),
// pads, slices, dynamic_update_slices, and concatenations along sharded
// dimensions. (Shardy replicates dimensions along which windows slide or
// tensors are joined, and sends whole shards for pads and slices.) The pass
// sdy-resolve-permutation-factors handles the other ops that move elements.
// The padding of `unseen_pads` may become anything, because nothing uses it.
// Devices are identified by partition_id, here and below.
void ExchangeWindows(Module& m, std::span<const OpId> unseen_pads);

// Handles slices of a few rows of a sharded dimension when all devices need
// them: each device takes the rows that it has, and the results are summed.
// (Shardy gathers the dimension.) Call this before resharding. It invalidates
// the rules of the ops. `keep_gathered`: whether a tensor that a loop doesn't
// change may instead be gathered as a whole before the loop.
void TakeParts(Module& m, bool keep_gathered);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
