#ifndef SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
#define SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_

#include "ir/module.h"

namespace shardflow::internal {

// For ops whose windows slide along sharded dimensions (convolutions,
// reduce_windows, select_and_scatters), and for pads and slices: lets devices
// fetch from each other exactly the elements that their windows cover. (Shardy
// replicates dimensions along which windows slide, and sends whole shards for
// pads and slices. sdy-resolve-permutation-factors does so with what is left.)
void ExchangeWindows(Module& m, bool by_replica);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
