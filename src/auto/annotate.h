#ifndef SHARDFLOW_AUTO_ANNOTATE_H_
#define SHARDFLOW_AUTO_ANNOTATE_H_

#include <span>
#include <vector>

#include "ir/module.h"

// Writes plans into programs. Shardings are by slot of the value, as
// PlanShardings::ShardingsOf gives them; values without one are left alone.

namespace shardflow::internal {

// Removes all shardings and sharding constraints, except for the shardings at
// the border of manual computations, which are part of the program's meaning.
void RemoveShardings(Module& m);

// Returns, for each argument, the result of the main function that takes over
// its memory, or -1.
std::vector<int64_t> AliasedResults(const Module& m, OpId main);

// Sets the sharding of every value, for an estimate. `results` are those of the
// main function's results; without one, a result is sharded as its value.
void SetAllShardings(Module& m, std::span<const ShardingId> shardings,
                     std::span<const ShardingId> results);

// Sets the shardings of the main function's arguments, and of the results in
// their memory that have none. Adds a constraint after each of `constrained`.
void Annotate(Module& m, std::span<const ShardingId> shardings,
              std::span<const ValueId> constrained);

// Returns which values of the main function (including loops) to constrain
// next, in a propagated program. Of the values that don't have the requested
// shardings, these are the ones where the difference begins, and the results of
// all ops like theirs. Values from slot `known` on and those in `constrained`
// are ignored.
std::vector<ValueId> ConstraintsToAdd(const Module& m,
                                      std::span<const ShardingId> shardings,
                                      std::span<const ValueId> constrained,
                                      size_t known);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_ANNOTATE_H_
