#ifndef SHARDFLOW_OPS_SCATTER_REDUCTION_H_
#define SHARDFLOW_OPS_SCATTER_REDUCTION_H_

#include "ir/module.h"

namespace shardflow::internal {

// Returns the op that a scatter uses to combine updates and input: add,
// multiply, maximum, minimum, or, for i1, `and` or `or`. Different devices can
// then scatter parts of the updates, and the same op reduces the results.
// Returns kUnknown (0) for any other update function.
OpKind ScatterReduction(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SCATTER_REDUCTION_H_
