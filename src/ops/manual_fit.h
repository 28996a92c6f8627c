#ifndef SHARDFLOW_OPS_MANUAL_FIT_H_
#define SHARDFLOW_OPS_MANUAL_FIT_H_

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

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_MANUAL_FIT_H_
