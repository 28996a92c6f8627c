#ifndef SHARDFLOW_AUTO_ANNOTATE_H_
#define SHARDFLOW_AUTO_ANNOTATE_H_

#include <span>
#include <vector>

#include "ir/module.h"

// Writes plans into programs. Lists of shardings are indexed by value slot, as
// returned by PlanShardings::ShardingsOf; a value whose entry is None keeps its
// sharding.

namespace shardflow::internal {

// Removes all shardings and sharding constraints, except for the shardings at
// the boundaries of manual computations, which are part of the program's
// meaning.
void RemoveShardings(Module& m);

// Returns, for each argument of the main function, the index of the result that
// takes over its memory, or -1.
std::vector<int64_t> AliasedResults(const Module& m, OpId main);

// Sets the shardings of all values, for an estimate. If a result of main has no
// sharding in `results`, it gets the sharding of the aliased argument or, if it
// aliases none, of the returned value.
void SetAllShardings(Module& m, std::span<const ShardingId> shardings,
                     std::span<const ShardingId> results);

// Sets the shardings of the main function's arguments, and of results that
// alias them and have no sharding yet. Adds a sharding constraint after each
// value in `constrained`.
void Annotate(Module& m, std::span<const ShardingId> shardings,
              std::span<const ValueId> constrained);

// Given a propagated program, returns the values of the main function (loop
// bodies included) to constrain next: those where propagation first departs
// from the requested shardings, and results of similar ops whose shardings also
// aren't the requested ones. Values in `constrained` and those whose slots are
// `known` or higher are ignored.
std::vector<ValueId> ConstraintsToAdd(const Module& m,
                                      std::span<const ShardingId> shardings,
                                      std::span<const ValueId> constrained,
                                      size_t known);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_ANNOTATE_H_
