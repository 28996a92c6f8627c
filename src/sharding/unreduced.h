#ifndef SHARDFLOW_SHARDING_UNREDUCED_H_
#define SHARDFLOW_SHARDING_UNREDUCED_H_

#include <optional>
#include <span>

#include "base/error.h"
#include "base/intern.h"
#include "sharding/mesh_table.h"
#include "sharding/sharding.h"

// Checks that the unreduced axes of an op's results follow from those of its
// operands.

namespace shardflow::internal {

// What an op may do to unreduced axes other than keep them.
struct UnreducedTransition {
  // Results may have further unreduced axes, of this reduction kind. Nullopt:
  // they may not.
  std::optional<ReductionKind> introduces;
  // Results may lack unreduced axes of the operands, of this reduction kind.
  // Nullopt: they may not.
  std::optional<ReductionKind> removes;
};

// Whether any sharding in the store has unreduced axes. Most programs have
// none, and passes about them can then return at once.
bool AnyUnreduced(const ShardingStore& store);

// Returns what is wrong, in words about the op ("dropped unreduced axis 'x'
// ..."), or nothing. Shardings may be None. Shardings on different meshes are
// not checked. (In Shardy: verifyUnreducedAxesTransition in utils.cc.)
std::optional<Error> FindUnreducedFault(const ShardingStore& store,
                                        const StringStore& names,
                                        const MeshTable& meshes,
                                        std::span<const ShardingId> operands,
                                        std::span<const ShardingId> results,
                                        const UnreducedTransition& allowed);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_UNREDUCED_H_
