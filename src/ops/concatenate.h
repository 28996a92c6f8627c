#ifndef SHARDFLOW_OPS_CONCATENATE_H_
#define SHARDFLOW_OPS_CONCATENATE_H_

#include "ir/module.h"

namespace shardflow::internal {

// Whether all operands of a concatenate are slices (as in a rotation), or all
// are one tensor and slices of that tensor. Nothing else outside the op affects
// its sharding rule.
bool ConcatenatesSlices(const Module& m, OpId concatenate);

// Returns the tensor that the op rotates along a dimension by concatenating its
// end and its beginning; None if it is another op.
ValueId RotatedTensor(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CONCATENATE_H_
