#ifndef SHARDFLOW_PASSES_EXPORT_COMBINE_COLLECTIVES_H_
#define SHARDFLOW_PASSES_EXPORT_COMBINE_COLLECTIVES_H_

#include <cstdint>

#include "ir/module.h"

namespace shardflow::internal {

struct CombineOptions {
  // The maximum number of bytes that a combined collective moves: the size of a
  // device's operands (all_reduce) or results (all_gather). 0: combine nothing.
  int64_t bytes = 0;
  // Whether to also combine all_gathers.
  bool gathers = false;
  // Whether values may be held longer, so that more can be combined. At any
  // time, up to `bytes` more are held for each kind of collective and grouping
  // of devices, and up to `bytes` more for the ops that DeferLateOps moves.
  bool move = true;
};

// Combines StableHLO all_reduces (and all_gathers) that have the same groups
// and don't depend on each other:
//
//   %0 = "stablehlo.all_reduce"(%a) ...            // 4 bytes
//   %1 = "stablehlo.all_reduce"(%b) ...            // 4 bytes
//
// becomes
//
//   %0:2 = "stablehlo.all_reduce"(%a, %b) ...      // the latency is paid once
//
// The combined op is placed where the last of these ops was or, if the first
// use of a result is further up, right before that use. Uses that no collective
// depends on are moved down beforehand (late_ops.h). (Reduce_scatters aren't
// combined, because in StableHLO they have only one operand. Shardy has no such
// step; XLA's passes for GPUs are similar.)
void CombineCollectives(Module& m, const CombineOptions& options);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_COMBINE_COLLECTIVES_H_
