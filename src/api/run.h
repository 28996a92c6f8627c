#ifndef SHARDFLOW_API_RUN_H_
#define SHARDFLOW_API_RUN_H_

#include <atomic>
#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "ops/extensions.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"
#include "propagate/propagation.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

namespace shardflow::internal {

// Returns the caller's declarations of its own ops, or null.
const OpExtensions* ExtensionsOf(const RunOptions& options);

// Whether the caller has requested that the run stop.
bool IsStopped(const RunOptions& options);

// Returns options for a run on an internal copy of the program.
RunOptions WithoutDumps(RunOptions options);

// Returns options for a program that jaxlib passes to XLA's partitioner.
RunOptions LikeJaxlib(RunOptions options);

// While this object exists, the ops that the caller declared are bound to the
// module, so that rules can be read without running passes. Nothing else in the
// module changes.
class KnownOps {
 public:
  KnownOps(Module& m, const RunOptions& options);

 private:
  std::optional<BoundExtensions> bound_;
  KnownExtensions known_;
};

// Propagates a program before it is priced, as JAX does if `as_jax` is set.
bool PropagateToPrice(Program& program, const RunOptions& options, bool as_jax,
                      std::vector<Message>& messages);

// Prepares a module for passes with these options. As long as this object
// exists, the module's ops are treated as in the requested version of Shardy,
// and the caller's ops are bound; all passes share context().
//
// If a caller's op has shardings that don't fit it, preparing fails, and the
// error is in `diagnostics`. Passes stop when `options.stop` becomes true. The
// run adds its warnings to `warnings`, so that later runs don't repeat them.
class RunContext {
 public:
  RunContext(Module& m, const RunOptions& options, RuleWarnings& warnings,
             Diagnostics& diagnostics);
  ~RunContext();
  RunContext(const RunContext&) = delete;
  RunContext& operator=(const RunContext&) = delete;

  PassContext& context() { return context_; }

  // Replaces `options.stop`; null if nothing stops the passes any more.
  void SetStop(const std::atomic<bool>* stop);

 private:
  RuleWarnings& warnings_;
  PropagationWitness witness_;
  PassContext context_;
  const std::atomic<bool>* stop_ = nullptr;
  ScopedExtensions extensions_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RUN_H_
