#ifndef SHARDFLOW_OPS_NEXT_AFTER_H_
#define SHARDFLOW_OPS_NEXT_AFTER_H_

#include "ir/module.h"

namespace shardflow::internal {

// chlo.next_after(x, y) on the bits of the floats, as XLA expands it: elements
// of equal width pass through some twenty ops, in several of which both
// operands meet. False, and nothing is changed, for types that it is not for.
bool ExpandNextAfter(Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_NEXT_AFTER_H_
