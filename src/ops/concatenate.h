#ifndef SHARDFLOW_OPS_CONCATENATE_H_
#define SHARDFLOW_OPS_CONCATENATE_H_

#include "ir/module.h"

namespace shardflow::internal {

// Whether the operands of a concatenate are slices, or slices of one tensor
// that may itself be among the operands (as in a rotation): data only moves.
// Its rule depends on that, and on nothing else outside the op.
bool ConcatenatesSlices(const Module& m, OpId concatenate);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CONCATENATE_H_
