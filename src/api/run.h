#ifndef SHARDFLOW_API_RUN_H_
#define SHARDFLOW_API_RUN_H_

#include <utility>

#include "base/diagnostics.h"
#include "ops/extensions.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"
#include "propagate/propagation.h"
#include "shardflow/program.h"

namespace shardflow::internal {

// What was said about the caller's ops; null: nothing.
const OpExtensions* ExtensionsOf(const RunOptions& options);

// Somebody wants the run to end.
bool IsStopped(const RunOptions& options);

// Whose answers are given: `compat`, `extra_rules` and `jax` of the options.
void UseVersion(const RunOptions& options, PassContext& context);

// The context that RunOptions ask for. Passes stop when the options' `stop`
// becomes true; `warnings` are taken for the time of the run, so that what was
// said before is not said again.
class ScopedRun {
 public:
  ScopedRun(const RunOptions& options, RuleWarnings& warnings,
            Diagnostics& diagnostics);
  ~ScopedRun() { warnings_ = std::move(context_.rule_warnings); }
  ScopedRun(const ScopedRun&) = delete;
  ScopedRun& operator=(const ScopedRun&) = delete;

  PassContext& context() { return context_; }
  const PropagationWitness* witness() const { return context_.witness; }

 private:
  RuleWarnings& warnings_;
  PropagationWitness witness_;
  PassContext context_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RUN_H_
