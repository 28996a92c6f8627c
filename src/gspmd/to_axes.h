#ifndef SHARDFLOW_GSPMD_TO_AXES_H_
#define SHARDFLOW_GSPMD_TO_AXES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gspmd/hlo_sharding.h"

// Converts tiles to mesh axes, for the import from GSPMD.
//
// Tiles don't name axes, so the mesh is inferred from all shardings of a
// program together. Each sharding factors the number of devices, in device
// order. For example, {devices=[4,2]<=[2,4]T(1,0)} factors it as 2 x 4, where
// the 4 shards dimension 0. The mesh is the coarsest factorization that refines
// all of these:
//
//   [4,2]<=[2,4]T(1,0)  2 x 4       and  [2,4]<=[4,2]T(1,0)  4 x 2
//   mesh  <["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>
//   so    [{"_axis_1", "_axis_2"}, {"_axis_0"}]
//   and   [{"_axis_2"}, {"_axis_0", "_axis_1"}]

namespace shardflow::internal::gspmd {

struct ImportMesh {
  NamedMesh mesh;
  // The position in the mesh of each device; empty if positions equal device
  // numbers.
  std::vector<int64_t> positions;
  // The devices of maximal shardings, in ascending order without duplicates.
  std::vector<int64_t> single_devices;
};

// Infers the mesh that all these shardings, which may be tuples, have in
// common. On error, returns false and sets `failed` to the index of the
// sharding at fault.
bool InferMesh(std::span<const HloSharding> shardings, ImportMesh& mesh,
               size_t& failed, Error& error);

// Uses a given mesh instead of inferring one. V3 shardings must be on a mesh
// with the same axis sizes and device order; axis names don't matter. Returns
// false if `given` has a device order that is too long to list.
bool UseMesh(NamedMesh given, ImportMesh& mesh, Error& error);

// Converts a sharding, which must be neither a tuple nor maximal, to axes of
// the mesh. `rank` is the rank of the tensor, or nullopt to use the sharding's
// own number of dimensions. All dimensions become closed, except those marked
// open in V3 and all dimensions of an unknown sharding. Manual axes are put in
// `axes.manual`.
bool ToAxes(const HloSharding& sharding, const ImportMesh& mesh,
            std::optional<size_t> rank, AxisSharding& axes, Error& error);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_TO_AXES_H_
