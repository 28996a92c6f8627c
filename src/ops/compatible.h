#ifndef SHARDFLOW_OPS_COMPATIBLE_H_
#define SHARDFLOW_OPS_COMPATIBLE_H_

#include <functional>

#include "ir/module.h"

// Ops whose conflicts export always resolves (AlwaysNeedsCompatible in
// ops/properties.h), for callers whose shardings aren't those in the module.

namespace shardflow::internal {

// Whether NeedsCompatible can be true for the op, whatever its shardings are.
bool MayNeedCompatible(const Module& m, OpId op);

// AlwaysNeedsCompatible with the shardings that `sharding_of` returns.
bool NeedsCompatible(const Module& m, OpId op,
                     const std::function<ShardingId(ValueId)>& sharding_of);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_COMPATIBLE_H_
