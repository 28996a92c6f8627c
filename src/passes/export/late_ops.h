#ifndef SHARDFLOW_PASSES_EXPORT_LATE_OPS_H_
#define SHARDFLOW_PASSES_EXPORT_LATE_OPS_H_

#include <cstdint>
#include <span>

#include "ir/module.h"

namespace shardflow::internal {

// Moves down the ops that use results of `collectives` (all in one block, in
// program order), so that these collectives can be combined with later ones:
//
//   %0 = all_reduce %a
//   %1 = subtract %p, %0     // moves after the second all_reduce
//   %2 = all_reduce %b
//   %3 = subtract %q, %2
//
// Only ops on which no collective depends are moved, such as the ops that
// update the weights at the end of a training step. At any time, at most
// `bytes` are held longer than before, counting the results of the collectives
// and the other operands of the ops that move. `positions` holds the position
// of each op within the block, indexed by the op's slot.
void DeferLateOps(Module& m, std::span<const OpId> collectives,
                  std::span<const int64_t> positions, int64_t bytes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_LATE_OPS_H_
