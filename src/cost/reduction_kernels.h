#ifndef SHARDFLOW_COST_REDUCTION_KERNELS_H_
#define SHARDFLOW_COST_REDUCTION_KERNELS_H_

#include <vector>

#include "cost/local_program.h"
#include "cost/passes.h"
#include "ir/module.h"

// XLA's CPU compiler leaves reductions and products to a library. The kernel of
// a reduction may include elementwise ops and products before and after the
// reduction, as long as the kernel has one result. Attention is the main
// example: a whole softmax and the adjacent product may be one kernel, and the
// scores in it are never in memory. A kernel ends at collectives, and at ops
// that the library doesn't support, such as select.

namespace shardflow::internal {

// Returns, for each node in the kernel of a reduction, the last node of that
// kernel; kNoNode for all other nodes.
std::vector<NodeId> FindReductionKernels(const Module& m,
                                         const LocalProgram& program,
                                         const Users& users);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_REDUCTION_KERNELS_H_
