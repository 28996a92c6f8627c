#ifndef SHARDFLOW_OPS_ORIGINS_H_
#define SHARDFLOW_OPS_ORIGINS_H_

#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// Returns the values of which `value` is a part or a copy, beginning with
// `value` itself: where it comes from if it is followed back through slices,
// reshapes, transposes, broadcasts and conversions, and through loops, branches
// and barriers. The argument of a loop's body comes from the value with which
// the loop begins, even if the body returns another one. Stops at 256 values,
// so that long chains don't take quadratic time.
std::vector<ValueId> OriginsOf(const Module& m, ValueId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ORIGINS_H_
