#ifndef SHARDFLOW_API_RUN_H_
#define SHARDFLOW_API_RUN_H_

#include <atomic>
#include <optional>
#include <string_view>
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

// Whether the caller has asked the run to stop.
bool IsStopped(const RunOptions& options);

// Makes the module store shardings as runs with these options do.
void FollowOptions(Module& m, const RunOptions& options);

// Returns options for a run on an internal copy of the program.
RunOptions WithoutDumps(RunOptions options);

// Returns `options` with jaxlib's settings: its version of Shardy, and the
// extra rules.
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

// Unless XLA's own steps run first (RunOptions::jax), fails if the program's
// only shardings are GSPMD's, which propagation would ignore.
bool RequireShardy(Program& program, const RunOptions& options,
                   std::vector<Message>& messages);

// Propagates a program before it is priced. If `as_jax` is set, propagates it
// as JAX does.
bool PropagateToPrice(Program& program, const RunOptions& options, bool as_jax,
                      std::vector<Message>& messages);

// Prepares a program that isn't propagated again for its price: if it wasn't
// exported yet, makes the changes of export that ExportedShardings doesn't
// cover. Usually, only constants have to be merged. Otherwise, the whole export
// pipeline runs. Calls must not be inlined yet.
bool ExportToPrice(Program& program, const RunOptions& options,
                   std::vector<Message>& messages);

// Prepares a program for its price as XLA partitions it: propagates it, or
// makes the changes of export, and inlines calls.
bool PrepareForXla(Program& program, const RunOptions& options, bool propagate,
                   bool as_jax, std::vector<Message>& messages);

// Whether the program can be priced. If not, reports a tensor whose size is
// unknown (ops/known_sizes.h) or an op whose attributes are invalid
// (ops/check_attributes.h).
bool CanBePriced(const Program& program, std::string_view unknown,
                 std::vector<Message>& messages);

// Warns about the caller's ops whose regions aren't priced, once for each name.
void WarnOfUnpricedRegions(const Module& m, std::vector<Message>& messages);

// Prepares a module for passes with these options. As long as this object
// exists, the module's ops are treated as in the requested version of Shardy,
// and the caller's ops are bound; all passes share context().
//
// If one of the caller's ops has shardings that don't fit it, preparing fails,
// and the error is in `diagnostics`. Passes stop when `options.stop` becomes
// true. The run adds its warnings to `warnings`, so that later runs don't
// repeat them.
class RunContext {
 public:
  RunContext(Module& m, const RunOptions& options, RuleWarnings& warnings,
             Diagnostics& diagnostics);
  ~RunContext();
  RunContext(const RunContext&) = delete;
  RunContext& operator=(const RunContext&) = delete;

  PassContext& context() { return context_; }

  // Reports why the run was stopped. Call this only if context().witness has
  // stopped it.
  bool ReportStopped() {
    ReportStop(context_.witness, context_.diagnostics);
    return false;
  }
  // Restarts the clock, for a context that serves several runs.
  void RestartClock();
  // Replaces `options.stop`; null means that passes can no longer be stopped.
  // After the first call, context().witness stays the same.
  void SetStop(const std::atomic<bool>* stop) {
    options_.stop = stop;
    Watch();
  }

 private:
  // Makes passes call Look.
  void Watch();
  // Reports progress to the caller if enough time has passed. Returns true, and
  // sets reason_, if the run has to end.
  bool Look();

  const Module& m_;
  RunOptions options_;  // a copy, since callers pass temporary ones
  RuleWarnings& warnings_;
  StopReason reason_;
  PropagationWitness witness_;
  double done_ = -1;
  double start_ = 0, last_progress_ = 0;  // seconds
  PassContext context_;
  ScopedExtensions extensions_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RUN_H_
