#ifndef SHARDFLOW_OPS_CHECK_ATTRIBUTES_H_
#define SHARDFLOW_OPS_CHECK_ATTRIBUTES_H_

#include "base/diagnostics.h"
#include "ir/module.h"

namespace shardflow::internal {

// Checks that slices, pads, reverses and concatenations refer only to
// dimensions and ranges that exist in their operands. The verifier doesn't look
// at these attributes, but the partitioner computes with them. Reports an error
// at the first invalid op, and returns false.
[[nodiscard]] bool CheckOpAttributes(const Module& m, Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CHECK_ATTRIBUTES_H_
