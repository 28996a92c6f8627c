#ifndef SHARDFLOW_OPS_ORIGINS_H_
#define SHARDFLOW_OPS_ORIGINS_H_

#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// Returns `value`, followed by the values that it is a part or a copy of. They
// are found by following it back through slices, reshapes, transposes,
// broadcasts and conversions, and through loops, branches and barriers. The
// argument of a loop's body comes from its initial value, even if the body
// returns another one. Stops at 256 values, so that long chains don't take
// quadratic time.
std::vector<ValueId> OriginsOf(const Module& m, ValueId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_ORIGINS_H_
