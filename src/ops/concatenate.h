#ifndef SHARDFLOW_OPS_CONCATENATE_H_
#define SHARDFLOW_OPS_CONCATENATE_H_

#include "ir/module.h"

namespace shardflow::internal {

// Whether the operands of a concatenate are slices only (as in a rotation), or
// one tensor and slices of that tensor. The op's rule depends on nothing else
// outside the op.
bool ConcatenatesSlices(const Module& m, OpId concatenate);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CONCATENATE_H_
