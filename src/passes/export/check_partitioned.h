#ifndef SHARDFLOW_PASSES_EXPORT_CHECK_PARTITIONED_H_
#define SHARDFLOW_PASSES_EXPORT_CHECK_PARTITIONED_H_

#include "passes/pass.h"

namespace shardflow::internal {

// Checks a program whose reshards have become collectives: no reshard is left
// (except those from or to a single device or between unrelated meshes), every
// sharding is valid, and every op can run as it is sharded. If not, reports an
// internal error at the op and returns false.
[[nodiscard]] bool CheckPartitioned(Module& m, PassContext& context);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_CHECK_PARTITIONED_H_
