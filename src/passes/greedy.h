#ifndef SHARDFLOW_PASSES_GREEDY_H_
#define SHARDFLOW_PASSES_GREEDY_H_

#include <span>

#include "ir/module.h"
#include "ops/rewrite.h"

namespace shardflow {

// Applies the patterns until none applies (or for long enough), as MLIR's
// greedy driver does: by the way dead ops are erased, and constants move to
// the front of their function, each value once.
void RewriteGreedily(Module& m, std::span<const Pattern> patterns);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_GREEDY_H_
