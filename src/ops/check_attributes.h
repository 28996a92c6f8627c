#ifndef SHARDFLOW_OPS_CHECK_ATTRIBUTES_H_
#define SHARDFLOW_OPS_CHECK_ATTRIBUTES_H_

#include <optional>

#include "base/diagnostics.h"
#include "base/error.h"
#include "ir/module.h"

namespace shardflow::internal {

// Ops such as slices, windows, reductions and gathers must refer only to
// dimensions and ranges that exist in their operands, and to each dimension
// once. The verifier doesn't look at these attributes, but sharding rules, the
// partitioner and the cost model compute with them.

// Checks all ops. Reports an error at the first invalid op, and returns false.
[[nodiscard]] bool CheckOpAttributes(const Module& m, Diagnostics& diagnostics);

// Returns what is wrong with the op's attributes; nullopt if nothing is. The
// op's tensors must have static shapes.
std::optional<Error> FindAttributeFault(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CHECK_ATTRIBUTES_H_
