#ifndef SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
#define SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_

#include "ir/module.h"
#include "lower/context.h"
#include "lower/emit.h"

// Collectives where unreduced axes come and go: lower/unreduced_plan.h, written
// as ops.

namespace shardflow::internal {

// All-reduces the value that `use` uses along those of its unreduced axes that
// the user doesn't want unreduced (none are wanted if `wanted` is None).
// `given` is the sharding of the value, and afterwards that of what is used in
// its place. False after an error: the two are on different meshes.
[[nodiscard]] bool ReduceToWanted(const LowerContext& c, Emitter& emitter,
                                  UseId use, ShardingId wanted,
                                  ShardingId& given);

// Makes axes unreduced that `wanted` has and the used value doesn't: from axes
// that shard it (sharded_to_unreduced) or that it is replicated along
// (replicated_to_unreduced), after a reshard of the dimensions if needed.
// `result` is the sharding of what is used afterwards, or None if there was
// nothing to do. False after an error.
[[nodiscard]] bool MakeUnreduced(const LowerContext& c, Emitter& emitter,
                                 UseId use, ShardingId wanted,
                                 ShardingId& result);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
