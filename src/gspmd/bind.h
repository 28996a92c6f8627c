#ifndef SHARDFLOW_GSPMD_BIND_H_
#define SHARDFLOW_GSPMD_BIND_H_

#include <cstddef>
#include <span>

#include "base/error.h"
#include "gspmd/hlo_sharding.h"
#include "sharding/parse.h"
#include "sharding/sharding.h"

// From parsed meshes and shardings (sharding/parse.h) to the ones of this
// folder, which stand alone: names are strings, axes are bound to the mesh.

namespace shardflow::internal::gspmd {

// False for a mesh that is too large to compute with here. `axis_offsets`:
// where its axes stand in the text.
bool ToNamedMesh(const Mesh& mesh, const StringStore& names,
                 std::span<const size_t> axis_offsets, NamedMesh& named,
                 Error& error);

// Verifies the sharding and binds it to the mesh. The axes `manual` are manual
// around it.
bool BindSharding(const ParsedSharding& parsed, const Mesh& mesh,
                  std::span<const AxisRef> manual, const ShardingStore& store,
                  const StringStore& names, AxisSharding& axes, Error& error);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_BIND_H_
