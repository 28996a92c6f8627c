#ifndef SHARDFLOW_GSPMD_BIND_H_
#define SHARDFLOW_GSPMD_BIND_H_

#include <cstddef>
#include <span>

#include "base/error.h"
#include "gspmd/hlo_sharding.h"
#include "sharding/parse.h"
#include "sharding/sharding.h"

// Converts parsed meshes and shardings (sharding/parse.h) to the types of this
// folder, which need no stores, because names are strings and axes are bound to
// the mesh.

namespace shardflow::internal::gspmd {

// Converts `mesh` to `named`. Returns false if it has too many axes or devices.
// `axis_offsets` are the offsets of its axes in the text, for errors.
bool ToNamedMesh(const Mesh& mesh, const StringStore& names,
                 std::span<const size_t> axis_offsets, NamedMesh& named,
                 Error& error);

// Verifies the sharding and binds it to the mesh. `manual` lists the axes that
// are manual where the sharding is used.
bool BindSharding(const ParsedSharding& parsed, const Mesh& mesh,
                  std::span<const AxisRef> manual, const ShardingStore& store,
                  const StringStore& names, AxisSharding& axes, Error& error);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_BIND_H_
