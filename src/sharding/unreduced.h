#ifndef SHARDFLOW_SHARDING_UNREDUCED_H_
#define SHARDFLOW_SHARDING_UNREDUCED_H_

#include <optional>
#include <span>
#include <string>

#include "base/intern.h"
#include "sharding/mesh_table.h"
#include "sharding/sharding.h"

// Whether an op may turn the unreduced axes of its operands into those of its
// results.

namespace shardflow::internal {

// What an op may do to unreduced axes, apart from keeping them.
struct UnreducedTransition {
  // Axes that only results have, all of this kind. None: not allowed.
  std::optional<ReductionKind> introduces;
  // Axes that only operands have, all of this kind. None: not allowed.
  std::optional<ReductionKind> removes;
};

// Any sharding of the store has unreduced axes. (Most programs have none, and
// who looks for them need not look.)
bool AnyUnreduced(const ShardingStore& store);

// What is wrong, as a message about the op ("dropped unreduced axis 'x' ..."),
// or nothing. Shardings may be None. If they are on different meshes nothing is
// said. (The reference: verifyUnreducedAxesTransition in utils.cc.)
std::optional<std::string> FindUnreducedFault(
    const ShardingStore& store, const StringStore& names,
    const MeshTable& meshes, std::span<const ShardingId> operands,
    std::span<const ShardingId> results, const UnreducedTransition& allowed);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_UNREDUCED_H_
