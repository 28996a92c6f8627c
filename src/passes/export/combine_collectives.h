#ifndef SHARDFLOW_PASSES_EXPORT_COMBINE_COLLECTIVES_H_
#define SHARDFLOW_PASSES_EXPORT_COMBINE_COLLECTIVES_H_

#include <cstdint>

#include "ir/module.h"

namespace shardflow::internal {

struct CombineOptions {
  // The most bytes that a combined collective moves: those of a device's
  // operands (all_reduce) or results (all_gather). 0: combine nothing.
  int64_t bytes = 0;
  // Whether to combine all_gathers, too.
  bool gathers = false;
  // Whether values may be held longer, so that more can be combined. For each
  // kind of collective and group of devices, `bytes` more at any time, and once
  // `bytes` more for the ops that DeferLateOps moves.
  bool move = true;
};

// Combines StableHLO all_reduces (and all_gathers) of the same groups that
// don't depend on each other:
//
//   %0 = "stablehlo.all_reduce"(%a) ...            // 4 bytes
//   %1 = "stablehlo.all_reduce"(%b) ...            // 4 bytes
//
//   %0:2 = "stablehlo.all_reduce"(%a, %b) ...      // the latency is paid once
//
// The combined op stands where the last of them stood or, if that is further
// down than the first use of a result, right before that use. Uses that no
// collective depends on are moved down beforehand (late_ops.h). (A
// reduce_scatter of StableHLO has one operand. Shardy has no such step; XLA's
// passes for GPUs are similar.)
void CombineCollectives(Module& m, const CombineOptions& options);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_COMBINE_COLLECTIVES_H_
