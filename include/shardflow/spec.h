#ifndef SHARDFLOW_SPEC_H_
#define SHARDFLOW_SPEC_H_

#include <optional>
#include <string>
#include <string_view>

#include "shardflow/export.h"
#include "shardflow/sharding.h"

// Shardings in JAX's notation: a PartitionSpec.
//
//   SpecText(ClosedSharding("mesh", {{"fsdp"}, {"tp", "sp"}, {}}))
//       // P('fsdp', ('tp', 'sp'), None)
//
// JAX can't express parts of axes; they are written as in Shardy: 'x':(1)2. All
// functions may be called from any thread.

namespace shardflow {

// Returns a PartitionSpec with an entry for each dimension. It doesn't show
// whether dimensions are open.
SHARDFLOW_EXPORT std::string SpecText(const ShardingInfo& sharding);

// Reads what SpecText writes. Also accepts double quotes, `PartitionSpec` for
// `P`, and `P.UNCONSTRAINED` for an open dimension; others are closed. Trailing
// dimensions may be left out, and are then missing from the result, too.
// Returns nullopt if `text` is not a spec; `error` says why.
SHARDFLOW_EXPORT std::optional<ShardingInfo> ParseSpec(std::string_view text,
                                                       std::string mesh,
                                                       std::string& error);

// Whether both shard a tensor in the same way. A dimension that only one lists
// must have no axes. Whether dimensions are open, their priorities, and the
// name of the mesh don't matter.
SHARDFLOW_EXPORT bool SameSpec(const ShardingInfo& a, const ShardingInfo& b);

}  // namespace shardflow

#endif  // SHARDFLOW_SPEC_H_
