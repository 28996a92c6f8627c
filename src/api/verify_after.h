#ifndef SHARDFLOW_API_VERIFY_AFTER_H_
#define SHARDFLOW_API_VERIFY_AFTER_H_

#include "base/diagnostics.h"
#include "ir/module.h"

namespace shardflow::internal {

// Verifies a program that passes have left, as RunOptions::verify_after
// requests. Passes should leave valid programs, so these errors are internal
// ones.
[[nodiscard]] bool VerifyAfter(Module& m, Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_VERIFY_AFTER_H_
