#ifndef SHARDFLOW_LOWER_RESHARD_FUSE_H_
#define SHARDFLOW_LOWER_RESHARD_FUSE_H_

#include "lower/reshard_plan.h"

namespace shardflow::internal {

// Drops steps that do nothing, and merges adjacent steps that a single
// collective can perform: an all_reduce and an all_slice become a
// reduce_scatter; all_to_alls over disjoint dimensions become one all_to_all.
// The canonicalization of sdy's collectives (ops/rewrite_collective.cc) does
// the same to a chain of ops.
void FuseSteps(const ReshardProblem& problem, ReshardPlan& plan);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_FUSE_H_
