#ifndef SHARDFLOW_PASSES_GREEDY_H_
#define SHARDFLOW_PASSES_GREEDY_H_

#include <span>

#include "ir/module.h"
#include "ops/rewrite.h"
#include "passes/pass.h"

namespace shardflow::internal {

struct GreedyOptions {
  // Constants move to the front of their function, one op for each value.
  bool move_constants = true;
  // Ops whose results have shardings are left as they are.
  bool keep_sharded = false;
};

// Applies the patterns until none applies, or for a fixed number of sweeps, as
// MLIR's greedy driver does, which also erases dead ops.
// False, with the error reported, if the run was stopped.
bool RewriteGreedily(Module& m, std::span<const Pattern> patterns,
                     PassContext& context, const GreedyOptions& options = {});

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GREEDY_H_
