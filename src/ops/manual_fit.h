#ifndef SHARDFLOW_OPS_MANUAL_FIT_H_
#define SHARDFLOW_OPS_MANUAL_FIT_H_

#include "ir/module.h"

namespace shardflow::internal {

// The value can have this sharding where it is: it isn't sharded along manual
// axes of a manual computation around it; and if it is the result of one, its
// dimensions keep the manual axes that they have.
bool FitsManualAxes(const Module& m, ValueId value, ShardingId sharding);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_MANUAL_FIT_H_
