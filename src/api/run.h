#ifndef SHARDFLOW_API_RUN_H_
#define SHARDFLOW_API_RUN_H_

#include <optional>

#include "base/diagnostics.h"
#include "ops/extensions.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"
#include "propagate/propagation.h"
#include "shardflow/program.h"

namespace shardflow::internal {

// What the caller declared about its own ops; null: nothing.
const OpExtensions* ExtensionsOf(const RunOptions& options);

// Whether the caller wants the run to end.
bool IsStopped(const RunOptions& options);

// For a run on a copy of the program that nobody gets to see.
RunOptions WithoutDumps(RunOptions options);

// For a program that jaxlib hands to XLA's partitioner.
RunOptions LikeJaxlib(RunOptions options);

// Makes a module know the ops that the caller declared, as long as it lives,
// for what reads rules without running passes. Nothing in the module changes.
class KnownOps {
 public:
  KnownOps(Module& m, const RunOptions& options);

 private:
  std::optional<BoundExtensions> bound_;
  KnownExtensions known_;
};

// Prepares a module for passes as RunOptions ask, for as long as it lives: the
// module treats its ops as the requested version does and knows the caller's
// ops; context() is what the passes share.
//
// If preparing fails because a caller's op has shardings that don't fit it, the
// error is in `diagnostics`. Passes stop when `options.stop` becomes true.
// `warnings` are borrowed for the run, so that no warning is given twice.
class RunContext {
 public:
  RunContext(Module& m, const RunOptions& options, RuleWarnings& warnings,
             Diagnostics& diagnostics);
  ~RunContext();
  RunContext(const RunContext&) = delete;
  RunContext& operator=(const RunContext&) = delete;

  PassContext& context() { return context_; }

 private:
  RuleWarnings& warnings_;
  PropagationWitness witness_;
  PassContext context_;
  ScopedExtensions extensions_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RUN_H_
