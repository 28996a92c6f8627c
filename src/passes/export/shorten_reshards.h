#ifndef SHARDFLOW_PASSES_EXPORT_SHORTEN_RESHARDS_H_
#define SHARDFLOW_PASSES_EXPORT_SHORTEN_RESHARDS_H_

#include "ir/module.h"
#include "shardflow/plan_choice.h"
#include "sharding/compat.h"

namespace shardflow::internal {

// Lets reshards start from another value if devices then send fewer bytes:
//
// - from the operand of another reshard. If every device has the whole of %0,
//   nothing has to be sent for %2:
//
//     %1 = sdy.reshard %0 <@mesh, [{"x"}]>     // %0 is replicated
//     %2 = sdy.reshard %1 <@mesh, [{}]>        // becomes %0
//
// - from the operand of a broadcast, which is then computed again. In an outer
//   product, devices send a vector instead of a matrix:
//
//     %1 = stablehlo.broadcast_in_dim %0, dims = [1]   // 512 to 512x512
//     %2 = sdy.reshard %1 <@mesh, [{"x"}, {}]>   // %0 is sharded along "x"
//
// Equal reshards of a value in a block become one. (Shardy has no such step.)
void ShortenReshards(Module& m, PlanChoice choice, Compat compat);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_SHORTEN_RESHARDS_H_
