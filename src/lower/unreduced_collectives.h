#ifndef SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
#define SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_

#include "ir/module.h"
#include "lower/context.h"
#include "lower/emit.h"

// Writes the collectives that add and remove unreduced axes (planned in
// lower/unreduced_plan.h) as ops.

namespace shardflow::internal {

// All-reduces the value of `use` along its unreduced axes, except those that
// are unreduced in `wanted`, too (none if `wanted` is None). `given` is the
// sharding of the value, and afterwards that of the value that replaces it.
// Returns false after an error: the two shardings are on different meshes.
[[nodiscard]] bool ReduceToWanted(const LowerContext& c, Emitter& emitter,
                                  UseId use, ShardingId wanted,
                                  ShardingId& given);

// Makes the used value unreduced along the axes that are unreduced in `wanted`
// but not yet in the value: those that shard it (sharded_to_unreduced), and
// those along which it is replicated (replicated_to_unreduced), after a reshard
// of the dimensions if needed. A value without a sharding is not unreduced, and
// counts as replicated. `result` is the sharding of what is used afterwards, or
// None if there was nothing to do. Returns false after an error.
[[nodiscard]] bool MakeUnreduced(const LowerContext& c, Emitter& emitter,
                                 UseId use, ShardingId wanted,
                                 ShardingId& result);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
