#ifndef SHARDFLOW_PASSES_EXPORT_EXCHANGE_BARRIERS_H_
#define SHARDFLOW_PASSES_EXPORT_EXCHANGE_BARRIERS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Puts an optimization_barrier before each StableHLO all_to_all whose operand
// XLA's CPU compiler would otherwise compute slice by slice:
//
//   %0 = stablehlo.tanh %x
//   %1 = "stablehlo.all_to_all"(%0) ...
// becomes
//   %0 = stablehlo.tanh %x
//   %1 = stablehlo.optimization_barrier %0
//   %2 = "stablehlo.all_to_all"(%1) ...
//
// That compiler cuts the operand into a slice for each device of the group.
// - If the operand is elementwise or a concatenation (perhaps padded, sliced or
//   transposed), it is computed again for each slice, as a part of the slice's
//   kernel.
// - If a slice is nothing but padding, it becomes a constant, which may get
//   another layout than the other slices. XLA then rejects the program.
// Other operands, such as matrix products and arguments, are in memory anyway;
// a barrier would only copy them.
//
// Also puts a barrier behind an update (a dynamic_update_slice or a scatter) of
// a tensor that is read elsewhere, if an all_gather of several dimensions reads
// the result through a reshape. The CPU compiler would compute all of this in
// one kernel, in place, so that it reads elements that it has already
// overwritten.
void AddExchangeBarriers(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EXCHANGE_BARRIERS_H_
