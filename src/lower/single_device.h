#ifndef SHARDFLOW_LOWER_SINGLE_DEVICE_H_
#define SHARDFLOW_LOWER_SINGLE_DEVICE_H_

#include "lower/context.h"
#include "lower/emit.h"

// Handles ops whose results are on a single device, because their shardings are
// on a maximal mesh.

namespace shardflow::internal {

// Whether the sharding is on a maximal mesh; false for None.
bool IsSingleDevice(const LowerContext& c, ShardingId sharding);

// If a result of `op` is on a single device, sets `moved` to true, reshards all
// operands to that device, and reshards all results from there to their own
// shardings (results on a single device become replicated). In between,
// operands and results are replicated on the program's mesh. Returns false
// after an error.
[[nodiscard]] bool MoveToSingleDevice(const LowerContext& c, Emitter& emitter,
                                      OpId op, bool& moved);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_SINGLE_DEVICE_H_
