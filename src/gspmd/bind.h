#ifndef SHARDFLOW_GSPMD_BIND_H_
#define SHARDFLOW_GSPMD_BIND_H_

#include <cstddef>
#include <span>

#include "base/error.h"
#include "gspmd/hlo_sharding.h"
#include "sharding/parse.h"
#include "sharding/sharding.h"

// Converts meshes and shardings (sharding/sharding.h) to and from the types of
// this folder. Those types need no stores, because names are strings and axes
// are bound to the mesh.

namespace shardflow::internal::gspmd {

NamedMesh NamedMeshOf(const Mesh& mesh, const StringStore& names);
// Converts a NamedMesh back to a Mesh. If it has a device order, the order must
// be a list.
Mesh MeshOf(const NamedMesh& named, StringStore& names);

// Binds a sharding to its mesh. `manual` lists the axes that are manual where
// the sharding is used. Returns false if an axis isn't in the mesh.
bool Bind(const ShardingView& sharding, const Mesh& mesh,
          std::span<const AxisRef> manual, const ShardingStore& store,
          AxisSharding& axes);
// Converts bound axes back to a sharding. Manual axes are left out, because
// Shardy's shardings can't express them. `ref` refers to `mesh`.
TensorSharding Unbind(const AxisSharding& axes, const Mesh& mesh, MeshRef ref,
                      ShardingStore& store);
AxisRef Unbind(const ResolvedAxis& axis, const Mesh& mesh);

// Converts a parsed mesh (sharding/parse.h). Returns false if it has too many
// axes or devices. `axis_offsets` are the offsets of its axes in the text, for
// errors.
bool ToNamedMesh(const Mesh& mesh, const StringStore& names,
                 std::span<const size_t> axis_offsets, NamedMesh& named,
                 Error& error);

// Verifies a parsed sharding and binds it to its mesh.
bool BindSharding(const ParsedSharding& parsed, const Mesh& mesh,
                  std::span<const AxisRef> manual, const ShardingStore& store,
                  const StringStore& names, AxisSharding& axes, Error& error);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_BIND_H_
