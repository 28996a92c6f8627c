#ifndef SHARDFLOW_SHARDING_PRINT_H_
#define SHARDFLOW_SHARDING_PRINT_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/intern.h"
#include "sharding/rule.h"
#include "sharding/sharding.h"

// Prints meshes, shardings and rules as they are spelled inside another
// attribute, without `#sdy.sharding` and the like in front. The functions
// append to `out`.
//
//   AppendSharding(store.Get(id), store, names, out);
//   // <@mesh, [{"a", "b":(1)2, ?}p1, {}], replicated={"c"}>
//
// The comments show what each function appends or returns.

namespace shardflow::internal {

// Appends <["a"=2, "b"=4], device_ids=[1, 0]>.
void AppendMesh(const Mesh& mesh, const StringStore& names, std::string& out);
// Appends @mesh, or mesh<["a"=2]>.
void AppendMeshRef(MeshRef mesh, const ShardingStore& store,
                   const StringStore& names, std::string& out);
// Appends "a" or "b":(1)2.
void AppendAxisRef(const AxisRef& axis, const StringStore& names,
                   std::string& out);
// Appends "a", "b":(1)2.
void AppendAxes(std::span<const AxisRef> axes, const StringStore& names,
                std::string& out);
// Appends {"a", ?}p1.
void AppendDimSharding(const DimSharding& dim, const ShardingStore& store,
                       const StringStore& names, std::string& out);
void AppendSharding(const ShardingView& sharding, const ShardingStore& store,
                    const StringStore& names, std::string& out);
// Returns <["a"=2, "b"=4]>, without device ids.
std::string MeshAxesText(const Mesh& mesh, const StringStore& names);
// Returns "sum", "max" or "min".
std::string_view ReductionName(ReductionKind kind);

// Appends i, ..., z, z_1, z_2, ...
void AppendFactor(int64_t factor, std::string& out);
// Appends <([i, k],[k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}>.
void AppendRule(const Rule& rule, std::string& out);

// Return the same text as a string, for messages.
std::string AxisRefText(const AxisRef& axis, const StringStore& names);
std::string AxesText(std::span<const AxisRef> axes, const StringStore& names);
std::string ShardingText(const ShardingView& sharding,
                         const ShardingStore& store, const StringStore& names);
std::string FactorText(int64_t factor);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_PRINT_H_
