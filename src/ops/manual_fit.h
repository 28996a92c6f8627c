#ifndef SHARDFLOW_OPS_MANUAL_FIT_H_
#define SHARDFLOW_OPS_MANUAL_FIT_H_

#include <span>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// Returns the manual axes of all manual computations around the op. The op's
// tensors must not be sharded along them.
std::vector<NameId> ManualAxesAround(const Module& m, OpId op);

// Whether manual computations allow the value to have this sharding. The value
// must not be sharded along the manual axes of an enclosing manual computation.
// If it is a result of a manual computation, its dimensions must keep their
// manual axes.
bool FitsManualAxes(const Module& m, ValueId value, ShardingId sharding);

// Adds the axes of `manual` that the sharding doesn't use to its replicated
// axes, and returns the result. If any were added, the result is on the mesh
// `ref`.
ShardingId WithUnusedReplicated(Module& m, ShardingId id,
                                std::span<const AxisRef> manual, MeshRef ref,
                                const Mesh& mesh);

// Import makes the in_shardings and out_shardings of a manual computation
// replicated along the manual axes that they leave out. Returns `sharding` in
// that form. `holder` is the value that has the sharding: an argument of the
// body, or a result. For other values, returns `sharding` itself. Without this,
// propagation could shard a dimension along a manual axis that was left out,
// which makes the program invalid.
ShardingId WithManualAxes(Module& m, ValueId holder, ShardingId sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_MANUAL_FIT_H_
