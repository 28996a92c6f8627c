#ifndef SHARDFLOW_OPS_KNOWN_SIZES_H_
#define SHARDFLOW_OPS_KNOWN_SIZES_H_

#include <string_view>

#include "base/diagnostics.h"
#include "ir/module.h"

// Checks that sizes are known before they are used, for example to compute
// bytes and times.

namespace shardflow::internal {

// Whether the sizes of all tensors in the program are known. If not, reports an
// error at the first op with a result or region argument of unknown size. The
// message names `unknown`, such as "what the program costs", as the quantity
// that can't be computed.
[[nodiscard]] bool SizesAreKnown(const Module& m, std::string_view unknown,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_KNOWN_SIZES_H_
