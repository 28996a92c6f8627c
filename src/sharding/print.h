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

namespace shardflow::internal {

// Appends a mesh, such as `<["a"=2, "b"=4], device_ids=[1, 0]>`.
void AppendMesh(const Mesh& mesh, const StringStore& names, std::string& out);
// Appends the mesh of a sharding: `@mesh` or `mesh<["a"=2]>`.
void AppendMeshRef(MeshRef mesh, const ShardingStore& store,
                   const StringStore& names, std::string& out);
// Append an axis or sub-axis, such as `"a"` or `"b":(1)2`. For a full axis,
// `pre_size` and `size` are 0.
void AppendAxis(std::string_view name, int64_t pre_size, int64_t size,
                std::string& out);
void AppendAxisRef(const AxisRef& axis, const StringStore& names,
                   std::string& out);
// Appends a list of axes, such as `"a", "b":(1)2`.
void AppendAxes(std::span<const AxisRef> axes, const StringStore& names,
                std::string& out);
// Appends a dimension, such as `{"a", ?}p1`.
void AppendDimSharding(const DimSharding& dim, const ShardingStore& store,
                       const StringStore& names, std::string& out);
// Appends a sharding without its mesh, such as `[{"a", ?}p1, {}],
// replicated={"c"}`.
void AppendDimsAndLists(const ShardingView& sharding,
                        const ShardingStore& store, const StringStore& names,
                        std::string& out);
void AppendSharding(const ShardingView& sharding, const ShardingStore& store,
                    const StringStore& names, std::string& out);
// Returns the axes of a mesh, without device ids, such as `<["a"=2, "b"=4]>`.
std::string MeshAxesText(const Mesh& mesh, const StringStore& names);
// Returns `sum`, `max` or `min`.
std::string_view ReductionName(ReductionKind kind);

// Appends the name of a factor. The names are i, ..., z, z_1, z_2, ...
void AppendFactor(int64_t factor, std::string& out);
// Appends a rule, such as `<([i, k],[k, j])->([i, j]) {i=8, j=16, k=4}
// reduction={k}>`.
void AppendRule(const Rule& rule, std::string& out);

// Return what the functions above append, as strings for messages.
std::string AxisRefText(const AxisRef& axis, const StringStore& names);
std::string AxesText(std::span<const AxisRef> axes, const StringStore& names);
std::string ShardingText(const ShardingView& sharding,
                         const ShardingStore& store, const StringStore& names);
std::string FactorText(int64_t factor);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_PRINT_H_
