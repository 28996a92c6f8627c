#ifndef SHARDFLOW_PASSES_EXPORT_EVEN_OUT_RESHARDS_H_
#define SHARDFLOW_PASSES_EXPORT_EVEN_OUT_RESHARDS_H_

#include <vector>

#include "ir/module.h"
#include "shardflow/plan_choice.h"
#include "sharding/compat.h"

namespace shardflow::internal {

// Pads the operands of reshards that add or remove axes of a dimension that
// these axes don't divide evenly. Afterwards, a shard on fewer devices consists
// of whole shards on more devices:
//
//   %1 = sdy.reshard %0 <@mesh, [{"x", "y"}]> : tensor<18xf32>
//
// On x=2, y=2, a device has 9 elements of %0 (which is sharded along "x"), but
// 5 of %1, and 2 x 5 is not 9. So this becomes
//
//   %1 = stablehlo.pad %0, high = [2] : tensor<20xf32>   // 10 on each device
//   %2 = sdy.reshard %1 <@mesh, [{"x", "y"}]> : tensor<20xf32>
//   %3 = stablehlo.slice %2 [0:18] : tensor<18xf32>      // 5 on each device
//
// Returns the pads. The elements that they add are cut off again, so they may
// have any value. Devices then fetch the elements that the pad or the slice
// moves; otherwise the whole dimension would be gathered. (Shardy has no such
// step.)
//
// Axes that move to other dimensions are treated the same, if that sends fewer
// bytes than the planned reshard.
std::vector<OpId> EvenOutReshards(Module& m, PlanChoice choice, Compat compat);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_EVEN_OUT_RESHARDS_H_
