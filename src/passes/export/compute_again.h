#ifndef SHARDFLOW_PASSES_EXPORT_COMPUTE_AGAIN_H_
#define SHARDFLOW_PASSES_EXPORT_COMPUTE_AGAIN_H_

#include "ir/module.h"

namespace shardflow::internal {

// A result that is computed in shards from values that every device has, and
// then gathered or summed up, is computed by every device for itself where that
// takes less time than the collective:
//
//   %0 = sdy.reshard %arg0 <@mesh, [{"x"}]>     // of a replicated argument
//   %1 = stablehlo.tanh %0 {[{"x"}]}            // becomes a tanh of %arg0
//   %2 = sdy.reshard %1 <@mesh, [{}]>
//
// For a program with explicit reshards. Shardy has nothing of this sort.
void ComputeAgain(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_COMPUTE_AGAIN_H_
