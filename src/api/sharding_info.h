#ifndef SHARDFLOW_API_SHARDING_INFO_H_
#define SHARDFLOW_API_SHARDING_INFO_H_

#include <optional>

#include "base/intern.h"
#include "ir/module.h"
#include "ops/extensions.h"
#include "shardflow/sharding.h"
#include "sharding/sharding.h"

// Between meshes and shardings of a module and the public ones.

namespace shardflow::internal {

MeshInfo ToInfo(const Mesh& mesh, const StringStore& names);
ShardingInfo ToInfo(const ShardingStore& shardings, const StringStore& names,
                    ShardingId id);

// The sharding of a value as its users see it, wherever the program keeps it:
// that of the value's data-flow edge if it has one, and inside a manual
// computation without the manual axes. What GetSharding (ops/data_flow.h)
// answers, of a module that stays as it is. `extensions`: of the caller's ops,
// for a module that doesn't know them; may be null. Nullopt: none.
std::optional<ShardingInfo> SeenSharding(const Module& m, ValueId value,
                                         const OpExtensions* extensions);

Mesh FromInfo(const MeshInfo& info, StringStore& names);
// Nullopt: `reduction` is none.
std::optional<TensorSharding> FromInfo(const ShardingInfo& info,
                                       ShardingStore& shardings,
                                       StringStore& names);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_SHARDING_INFO_H_
