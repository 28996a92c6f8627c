#ifndef SHARDFLOW_LOWER_SINGLE_DEVICE_H_
#define SHARDFLOW_LOWER_SINGLE_DEVICE_H_

#include <vector>

#include "lower/context.h"
#include "lower/emit.h"

// Handles ops whose results are on a single device, because their shardings are
// on a maximal mesh.

namespace shardflow::internal {

// Whether any sharding can be on a single device. This is usually false,
// because most programs have no maximal mesh.
bool AnySingleDevice(const Module& m);
// Whether the sharding is on a maximal mesh; false for None.
bool IsSingleDevice(const LowerContext& c, ShardingId sharding);

// Returns the shardings that an op without results has as an attribute; none
// for any other op.
std::vector<ShardingId> ShardingsWithoutResults(const Module& m, OpId op);

// If a result of `op` is on a single device, moves the op to that device and
// sets `moved` to true. Operands are replicated on the program's mesh and then
// resharded to the device. Unless a result's sharding is on a single device,
// the result is first replicated on the program's mesh and then resharded to
// that sharding. Returns false, with an error, if the results are on different
// devices.
[[nodiscard]] bool MoveToSingleDevice(const LowerContext& c, Emitter& emitter,
                                      OpId op, bool& moved);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_SINGLE_DEVICE_H_
