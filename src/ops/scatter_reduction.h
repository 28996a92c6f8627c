#ifndef SHARDFLOW_OPS_SCATTER_REDUCTION_H_
#define SHARDFLOW_OPS_SCATTER_REDUCTION_H_

#include "ir/module.h"

namespace shardflow::internal {

// The one op that combines all updates of a scatter with what is there: add,
// multiply, maximum, minimum, or `and` and `or` of i1. Parts of the updates can
// then be scattered on different devices, and the results be reduced by the
// same op. kUnknown (0): the update function is anything else.
OpKind ScatterReduction(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SCATTER_REDUCTION_H_
