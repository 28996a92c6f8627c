#ifndef SHARDFLOW_LOWER_CONTEXT_H_
#define SHARDFLOW_LOWER_CONTEXT_H_

#include <span>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/symbols.h"
#include "sharding/compat.h"

namespace shardflow::internal {

// The module and options of functions that insert reshards and collectives.
struct LowerContext {
  Module& m;
  const SymbolTable& symbols;
  Diagnostics& diagnostics;
  Compat compat = Compat::kShardy202608;
  // Whether ops may rely on communication that Shardy lacks: collectives for
  // other reductions, and exchanges between neighbours.
  bool any_collective = false;
  // Whether to choose the reshards that send the fewest bytes, instead of
  // Shardy's, if the tensors of an op disagree.
  bool fewest_bytes = false;
  // Whether reshards of loop-invariant values will be hoisted out of their
  // loops.
  bool hoist_reshards = false;
  // Whether the tensors of an op with a custom rule must agree as those of any
  // other op. Shardy leaves such ops to XLA's partitioner.
  bool resolve_custom = false;

  // Whether the sharding of a partial result says along which axes it is
  // reduced afterwards.
  bool mark_partial = false;

  // Returns the mesh of a sharding, or None if the module doesn't define it. (A
  // verified module does.)
  MeshId MeshIdOf(ShardingId sharding) const {
    return symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  }
  // Returns the mesh of a sharding, or null if the module doesn't define it.
  const Mesh* MeshOf(ShardingId sharding) const {
    const MeshId id = MeshIdOf(sharding);
    return id ? &m.shardings.mesh(id) : nullptr;
  }
  // Returns the unreduced axes of a sharding, or an empty list for None.
  std::span<const AxisRef> Unreduced(ShardingId sharding) const {
    if (!sharding) return {};
    return m.shardings.axes(m.shardings.Get(sharding).unreduced);
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_CONTEXT_H_
