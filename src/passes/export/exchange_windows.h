#ifndef SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
#define SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Convolutions, reduce_windows and select_and_scatters whose windows slide
// along sharded dimensions, pads and slices: devices fetch what their windows
// see from other devices, and nothing else. (Shardy replicates dimensions that
// windows slide along, and sends whole shards for pads and slices; so does
// sdy-resolve-permutation-factors with what is left.)
void ExchangeWindows(Module& m, bool by_replica);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EXCHANGE_WINDOWS_H_
