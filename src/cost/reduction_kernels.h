#ifndef SHARDFLOW_COST_REDUCTION_KERNELS_H_
#define SHARDFLOW_COST_REDUCTION_KERNELS_H_

#include <vector>

#include "cost/local_program.h"
#include "cost/passes.h"
#include "ir/module.h"

// XLA's CPU compiler leaves reductions and products to a library. A reduction
// takes elementwise ops and products before and after it into its kernel, as
// long as the kernel has one result. Attention is the main example: all of a
// softmax and the product next to it may be one kernel, and the scores in it
// are never in memory. A kernel ends at collectives, and at ops that the
// library doesn't have, such as select.

namespace shardflow::internal {

// Returns, for each node, the last node of the reduction's kernel that it is
// part of; kNoNode if it is part of none.
std::vector<NodeId> FindReductionKernels(const Module& m,
                                         const LocalProgram& program,
                                         const Users& users);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_REDUCTION_KERNELS_H_
