#ifndef SHARDFLOW_OPS_KNOWN_SIZES_H_
#define SHARDFLOW_OPS_KNOWN_SIZES_H_

#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"

// For answers that depend on sizes: bytes, times, and what a device computes.

namespace shardflow::internal {

// Whether the sizes of all tensors in the program are known. If not, reports
// the first one whose size isn't, as an error at the op that has it as a result
// or argument. `unknown` is what can't be told then: "what the program costs".
[[nodiscard]] bool SizesAreKnown(const Module& m, std::string_view unknown,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_KNOWN_SIZES_H_
