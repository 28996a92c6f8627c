#ifndef SHARDFLOW_API_SHARDING_INFO_H_
#define SHARDFLOW_API_SHARDING_INFO_H_

#include <optional>

#include "base/intern.h"
#include "ir/module.h"
#include "shardflow/sharding.h"
#include "sharding/sharding.h"

// Between meshes and shardings of a module and the public ones.

namespace shardflow {

MeshInfo ToInfo(const Mesh& mesh, const StringStore& names);
ShardingInfo ToInfo(const ShardingStore& shardings, const StringStore& names,
                    ShardingId id);

Mesh FromInfo(const MeshInfo& info, StringStore& names);
// Nullopt: `reduction` is none.
std::optional<TensorSharding> FromInfo(const ShardingInfo& info,
                                       ShardingStore& shardings,
                                       StringStore& names);

}  // namespace shardflow

#endif  // SHARDFLOW_API_SHARDING_INFO_H_
