#ifndef SHARDFLOW_SPEC_H_
#define SHARDFLOW_SPEC_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"

// Shardings in JAX's notation: a PartitionSpec.
//
//   SpecText(ClosedSharding("mesh", {{"fsdp"}, {"tp", "sp"}, {}}))
//       // P('fsdp', ('tp', 'sp'), None)
//
// JAX can't express sub-axes; they are written as in Shardy, e.g. `'x':(1)2`.
// All functions may be called from any thread.

namespace shardflow {

// Returns a PartitionSpec with one entry for each dimension. Unreduced axes
// follow, as in `unreduced={'x'}`. In names, a backslash stands before
// quotes and backslashes; names with an apostrophe are in double quotes. The
// text doesn't show the mesh, replicated axes, priorities, or which dimensions
// are open.
SHARDFLOW_EXPORT std::string SpecText(const ShardingInfo& sharding);

// Parses the text that SpecText returns. `mesh` becomes the name of the
// sharding's mesh. The text may also have double quotes, MLIR's escapes in
// names (\n, \t, \HH), `PartitionSpec` instead of `P`, and `P.UNCONSTRAINED`
// for an open dimension; all other dimensions are closed. The result has as
// many dimensions as the text has entries, which may be fewer than the tensor
// has. Returns nullopt, with an error, if `text` is not a spec.
SHARDFLOW_EXPORT std::optional<ShardingInfo> ParseSpec(
    std::string_view text, std::string mesh, std::vector<Message>& messages);

// Whether `a` and `b` have the same axes in each dimension, and the same
// unreduced axes. A missing dimension counts as a dimension without axes. All
// else is ignored: which dimensions are open, priorities, replicated axes, and
// the mesh.
SHARDFLOW_EXPORT bool SameSpec(const ShardingInfo& a, const ShardingInfo& b);

}  // namespace shardflow

#endif  // SHARDFLOW_SPEC_H_
