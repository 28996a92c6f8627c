#ifndef SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
#define SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_

#include "base/diagnostics.h"
#include "ir/module.h"
#include "lower/emit.h"
#include "ops/compat.h"
#include "ops/symbols.h"

// Collectives where unreduced axes come and go.

namespace shardflow {

// What the functions here work with.
struct LowerContext {
  Module& m;
  const SymbolTable& symbols;
  Diagnostics& diagnostics;
  Compat compat = Compat::kShardy202608;

  // The mesh of a sharding; never null in a verified module.
  const Mesh* MeshOf(ShardingId sharding) const;
  std::span<const AxisRef> Unreduced(ShardingId sharding) const;
};

// All-reduces the used value along those of its unreduced axes that the user
// (`wanted`; None: has none) doesn't have unreduced. `given` is the value's
// sharding; the answer is that of the use afterwards. False after an error:
// the two are on different meshes.
[[nodiscard]] bool ReduceToWanted(const LowerContext& c, Emitter& emitter,
                                  UseId use, ShardingId wanted,
                                  ShardingId& given);

// Makes axes unreduced that `wanted` has and the used value hasn't: from
// axes that shard it (sharded_to_unreduced) or that it is replicated along
// (replicated_to_unreduced), after a reshard of the dimensions if need be.
// `result` is the sharding of the use afterwards, or None if nothing was to be
// done. False after an error.
[[nodiscard]] bool MakeUnreduced(const LowerContext& c, Emitter& emitter,
                                 UseId use, ShardingId wanted,
                                 ShardingId& result);

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_UNREDUCED_COLLECTIVES_H_
