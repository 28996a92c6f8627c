#ifndef SHARDFLOW_PASSES_GREEDY_H_
#define SHARDFLOW_PASSES_GREEDY_H_

#include <span>

#include "ir/module.h"
#include "ops/rewrite.h"
#include "passes/pass.h"

namespace shardflow::internal {

struct GreedyOptions {
  // Move constants to the front of their function, and merge equal ones.
  bool move_constants = true;
  // Don't change ops whose results have shardings.
  bool keep_sharded = false;
};

// Applies patterns and erases dead ops, as MLIR's greedy driver does, until
// nothing changes or a fixed number of sweeps is reached. Reports an error and
// returns false if the run was stopped.
bool RewriteGreedily(Module& m, std::span<const Pattern> patterns,
                     PassContext& context, const GreedyOptions& options = {});

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_GREEDY_H_
