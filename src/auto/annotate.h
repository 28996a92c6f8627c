#ifndef SHARDFLOW_AUTO_ANNOTATE_H_
#define SHARDFLOW_AUTO_ANNOTATE_H_

#include <span>
#include <vector>

#include "ir/module.h"

// Plans written into programs. Shardings are by slot of the value, as
// PlanShardings::ShardingsOf gives them; values without one are left alone.

namespace shardflow::internal {

// The result of the main function that stands in the memory of each argument;
// -1: none.
std::vector<int64_t> AliasedResults(const Module& m, OpId main);

// Sets the sharding of every value, for an estimate.
void SetAllShardings(Module& m, std::span<const ShardingId> shardings);

// Sets those of the main function's arguments and of the results in their
// place that have none, and puts a constraint behind each of `constrained`.
void Annotate(Module& m, std::span<const ShardingId> shardings,
              std::span<const ValueId> constrained);

// Of a propagated program: which values of the main function, loops included,
// to constrain next. Of those whose shardings aren't what was asked for: where
// it begins, and the results of all ops like these. Values from slot `known` on
// aren't looked at, nor are those in `constrained`.
std::vector<ValueId> ConstraintsToAdd(const Module& m,
                                      std::span<const ShardingId> shardings,
                                      std::span<const ValueId> constrained,
                                      size_t known);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_ANNOTATE_H_
