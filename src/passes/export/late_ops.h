#ifndef SHARDFLOW_PASSES_EXPORT_LATE_OPS_H_
#define SHARDFLOW_PASSES_EXPORT_LATE_OPS_H_

#include <cstdint>
#include <span>

#include "ir/module.h"

namespace shardflow::internal {

// Moves ops down that use results of `collectives` (of one block, in program
// order), so that these collectives can be combined with later ones:
//
//   %0 = all_reduce %a
//   %1 = subtract %p, %0     // moves after the second all_reduce
//   %2 = all_reduce %b
//   %3 = subtract %q, %2
//
// Only ops on which no collective depends are moved, such as the ops that
// update the weights at the end of a training step. While ops wait to be
// placed, at most `bytes` of the results of the collectives and of other
// operands are held longer than before. `positions` holds the position of each
// op within the block, indexed by the op's slot.
void DeferLateOps(Module& m, std::span<const OpId> collectives,
                  std::span<const int64_t> positions, int64_t bytes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_LATE_OPS_H_
