#ifndef SHARDFLOW_OPS_SCATTER_REDUCTION_H_
#define SHARDFLOW_OPS_SCATTER_REDUCTION_H_

#include "ir/module.h"

namespace shardflow::internal {

// Returns the one op with which a scatter combines all updates and the input:
// add, multiply, maximum, minimum, or `and` and `or` of i1. Parts of the
// updates can then be scattered on different devices, and the results reduced
// by the same op. Returns kUnknown (0) if the update function is anything else.
OpKind ScatterReduction(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SCATTER_REDUCTION_H_
