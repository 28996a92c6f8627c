#ifndef SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
#define SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_

#include "ir/module.h"
#include "lower/context.h"
#include "lower/emit.h"

// Writes the ops that add and remove unreduced axes (planned in
// lower/unreduced_plan.h).

namespace shardflow::internal {

// All-reduces the used value along its unreduced axes, except for axes that are
// also unreduced in `wanted` (which may be None). `given` is the value's
// sharding, and is set to the sharding of the value that replaces it. Returns
// false, with an error, if the two shardings are on different meshes.
[[nodiscard]] bool ReduceToWanted(const LowerContext& c, Emitter& emitter,
                                  UseId use, ShardingId wanted,
                                  ShardingId& given);

// Makes the used value unreduced along the axes that are unreduced in `wanted`
// but not in the value's own sharding. These axes either shard the value
// (sharded_to_unreduced) or replicate it (replicated_to_unreduced). If
// necessary, the dimensions are resharded first. A value without a sharding
// counts as replicated. `result` is set to the sharding of the value that
// replaces it, or to None if nothing was changed. Returns false on error.
[[nodiscard]] bool MakeUnreduced(const LowerContext& c, Emitter& emitter,
                                 UseId use, ShardingId wanted,
                                 ShardingId& result);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
