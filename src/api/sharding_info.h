#ifndef SHARDFLOW_API_SHARDING_INFO_H_
#define SHARDFLOW_API_SHARDING_INFO_H_

#include <optional>

#include "base/intern.h"
#include "ir/module.h"
#include "ops/extensions.h"
#include "shardflow/sharding.h"
#include "sharding/sharding.h"

// Converts meshes and shardings between a module and the public API.

namespace shardflow::internal {

MeshInfo ToInfo(const Mesh& mesh, const StringStore& names);
ShardingInfo ToInfo(const ShardingStore& shardings, const StringStore& names,
                    ShardingId id);

// Returns the sharding of a value as its users see it, wherever the program
// stores it: that of the value's data-flow edge if there is one, and inside a
// manual computation, without the manual axes. The result equals that of
// GetSharding (ops/data_flow.h), but the module doesn't change. `extensions`,
// which may be null, describe the caller's ops if they aren't bound to the
// module. Returns nullopt if there is no sharding.
std::optional<ShardingInfo> SeenSharding(const Module& m, ValueId value,
                                         const OpExtensions* extensions);

Mesh FromInfo(const MeshInfo& info, StringStore& names);
// Returns nullopt if the reduction is unknown.
std::optional<TensorSharding> FromInfo(const ShardingInfo& info,
                                       ShardingStore& shardings,
                                       StringStore& names);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_SHARDING_INFO_H_
