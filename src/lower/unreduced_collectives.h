#ifndef SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
#define SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_

#include "ir/module.h"
#include "lower/context.h"
#include "lower/emit.h"

// Writes the collectives that add and remove unreduced axes (planned in
// lower/unreduced_plan.h) as ops.

namespace shardflow::internal {

// All-reduces the value of `use` along its unreduced axes, except those that
// are also unreduced in `wanted` (which may be None). `given` is the sharding
// of the value, and is set to that of the value that replaces it. Returns false
// after an error: the two shardings are on different meshes.
[[nodiscard]] bool ReduceToWanted(const LowerContext& c, Emitter& emitter,
                                  UseId use, ShardingId wanted,
                                  ShardingId& given);

// Makes the used value unreduced along the axes that are unreduced in `wanted`
// but not yet in the value. They are axes that shard the value
// (sharded_to_unreduced), or along which it is replicated
// (replicated_to_unreduced). The dimensions are resharded first if needed. A
// value without a sharding counts as replicated and not unreduced. `result` is
// set to the sharding of the value that replaces it, or to None if there was
// nothing to do. Returns false after an error.
[[nodiscard]] bool MakeUnreduced(const LowerContext& c, Emitter& emitter,
                                 UseId use, ShardingId wanted,
                                 ShardingId& result);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
