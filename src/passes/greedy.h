#ifndef SHARDFLOW_PASSES_GREEDY_H_
#define SHARDFLOW_PASSES_GREEDY_H_

#include <span>

#include "ir/module.h"
#include "ops/rewrite.h"

namespace shardflow {

// Applies the patterns until none applies, or for a fixed number of sweeps, as
// MLIR's greedy driver does. That driver also erases dead ops, and moves
// constants to the front of their function, one op for each value.
void RewriteGreedily(Module& m, std::span<const Pattern> patterns);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_GREEDY_H_
