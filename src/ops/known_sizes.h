#ifndef SHARDFLOW_OPS_KNOWN_SIZES_H_
#define SHARDFLOW_OPS_KNOWN_SIZES_H_

#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"

// Checks programs for answers that depend on sizes, such as bytes and times.

namespace shardflow::internal {

// Whether the sizes of all tensors in the program are known. If not, reports an
// error at the first op with a result or region argument of unknown size.
// `unknown` is the question that then has no answer, for use in the message,
// such as "what the program costs".
[[nodiscard]] bool SizesAreKnown(const Module& m, std::string_view unknown,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_KNOWN_SIZES_H_
