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

// The changes of unreduced axes that an op may make.
struct UnreducedTransition {
  // The reduction kind of the unreduced axes that results may have even though
  // no operand has them; nullopt if there must be no such axes.
  std::optional<ReductionKind> introduces;
  // The reduction kind of the operands' unreduced axes that results may lack;
  // nullopt if results must keep all of them.
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
