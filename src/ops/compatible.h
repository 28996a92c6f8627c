#ifndef SHARDFLOW_OPS_COMPATIBLE_H_
#define SHARDFLOW_OPS_COMPATIBLE_H_

#include <functional>

#include "ir/module.h"

// Finds ops whose conflicts export always resolves, like AlwaysNeedsCompatible
// in ops/properties.h, but with shardings that aren't stored in the module.

namespace shardflow::internal {

// Whether NeedsCompatible can be true for an op of this kind.
bool MayNeedCompatible(const Module& m, OpId op);

// Like AlwaysNeedsCompatible, but with the shardings that `sharding_of`
// returns.
bool NeedsCompatible(const Module& m, OpId op,
                     const std::function<ShardingId(ValueId)>& sharding_of);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_COMPATIBLE_H_
