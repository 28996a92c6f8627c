#ifndef SHARDFLOW_SHARDING_UNREDUCED_H_
#define SHARDFLOW_SHARDING_UNREDUCED_H_

#include <optional>
#include <span>

#include "base/error.h"
#include "base/intern.h"
#include "sharding/mesh_table.h"
#include "sharding/sharding.h"

// Checks that the unreduced axes of an op's results follow from the operands'
// unreduced axes.

namespace shardflow::internal {

// How an op may change unreduced axes.
struct UnreducedTransition {
  // The reduction kind of unreduced axes that the op may introduce: results may
  // have them although no operand does. If nullopt, it may introduce none.
  std::optional<ReductionKind> introduces;
  // The reduction kind of unreduced axes that the op may remove: results may
  // lack them although an operand has them. If nullopt, results must keep all
  // of them.
  std::optional<ReductionKind> removes;
};

// Whether any sharding in the store has unreduced axes. Most programs have
// none, so passes that deal with them can return at once.
bool AnyUnreduced(const ShardingStore& store);

// Returns the error as a clause about the op ("dropped unreduced axis 'x'
// ..."), or nullopt. Shardings may be None. Shardings on different meshes are
// not checked. (The counterpart in Shardy is verifyUnreducedAxesTransition in
// utils.cc.)
std::optional<Error> FindUnreducedFault(const ShardingStore& store,
                                        const StringStore& names,
                                        const MeshTable& meshes,
                                        std::span<const ShardingId> operands,
                                        std::span<const ShardingId> results,
                                        const UnreducedTransition& allowed);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_UNREDUCED_H_
