#ifndef SHARDFLOW_API_RUN_H_
#define SHARDFLOW_API_RUN_H_

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

// For a run on a copy of the program that nobody gets to see.
RunOptions WithoutDumps(RunOptions options);

// For what XLA's partitioner gets of jaxlib.
RunOptions LikeJaxlib(RunOptions options);

// Prepares a module for passes as RunOptions ask, for as long as it lives: the
// module takes its ops for those of the version that is asked for and knows the
// caller's ops, and context() is what passes share.
//
// An error of the preparation (shardings of a caller's op that don't fit it)
// is in `diagnostics` afterwards. Passes stop when `options.stop` becomes true.
// `warnings` are taken for the time of the run, so that what was said before is
// not said again.
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
