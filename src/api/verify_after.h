#ifndef SHARDFLOW_API_VERIFY_AFTER_H_
#define SHARDFLOW_API_VERIFY_AFTER_H_

#include "base/diagnostics.h"
#include "ir/module.h"

namespace shardflow::internal {

// Verifies a program after passes have run on it, as RunOptions::verify_after
// requests. Passes should leave programs valid, so errors found here are
// internal errors.
[[nodiscard]] bool VerifyAfter(Module& m, Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_VERIFY_AFTER_H_
