#ifndef SHARDFLOW_OPS_NEXT_AFTER_H_
#define SHARDFLOW_OPS_NEXT_AFTER_H_

#include "ir/module.h"

namespace shardflow::internal {

// Expands chlo.next_after(x, y) into about twenty elementwise ops on the bits
// of the floats, as XLA does. Returns false, and changes nothing, unless the
// result is a tensor of f32 or f64 with a static shape.
bool ExpandNextAfter(Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_NEXT_AFTER_H_
