#ifndef SHARDFLOW_PASSES_EXPORT_COMPUTE_AGAIN_H_
#define SHARDFLOW_PASSES_EXPORT_COMPUTE_AGAIN_H_

#include "absl/container/flat_hash_set.h"

#include "ir/module.h"
#include "shardflow/plan_choice.h"
#include "sharding/compat.h"

namespace shardflow::internal {

// Lets every device compute a result for itself, from values that it has, if
// that takes no more time than computing the result in shards and then
// gathering or summing it:
//
//   %0 = sdy.reshard %arg0 <@mesh, [{"x"}]>     // of a replicated argument
//   %1 = stablehlo.tanh %0 {[{"x"}]}            // becomes a tanh of %arg0
//   %2 = sdy.reshard %1 <@mesh, [{}]>
//
// Values that come from a reshard may be resharded to larger shards instead:
//
//   %0 = sdy.reshard %arg0 <@mesh, [{}, {"x", "y"}]>  // from [{"x"}, {}]
//   %1 = stablehlo.tanh %0 {[{}, {"x", "y"}]}         // %0 and %1 lose "y"
//   %2 = sdy.reshard %1 <@mesh, [{}, {"x"}]>          // isn't needed
//
// The program must have explicit reshards, which will be planned according to
// `plan` and `compat`. If `share` is set, an earlier reshard of the same value
// to the same sharding is reused. `asked_for` are the program's own reshards,
// such as those that come from constraints. (The others were inserted for ops.)
// If one of them splits a value, the user wants the work to be split, so the
// amount of recomputed work is limited. Shardy has no such step.
void ComputeAgain(Module& m, PlanChoice plan, Compat compat, bool share,
                  const absl::flat_hash_set<OpId>& asked_for);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_COMPUTE_AGAIN_H_
