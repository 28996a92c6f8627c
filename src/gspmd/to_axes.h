#ifndef SHARDFLOW_GSPMD_TO_AXES_H_
#define SHARDFLOW_GSPMD_TO_AXES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gspmd/hlo_sharding.h"

// From tiles to axes of a mesh: the import.
//
// Tiles name no axes; the mesh is what all shardings of a program have in
// common. Each of them is a factorization of the number of devices, in device
// order: {devices=[4,2]<=[2,4]T(1,0)} is 2 x 4, the 4 being dimension 0. The
// mesh is the coarsest factorization that refines them all:
//
//   [4,2]<=[2,4]T(1,0)  2 x 4       and  [2,4]<=[4,2]T(1,0)  4 x 2
//   mesh  <["_axis_0"=2, "_axis_1"=2, "_axis_2"=2]>
//   so    [{"_axis_1", "_axis_2"}, {"_axis_0"}]
//   and   [{"_axis_2"}, {"_axis_0", "_axis_1"}]

namespace shardflow::internal::gspmd {

struct ImportMesh {
  NamedMesh mesh;
  // The position in the mesh of each device; empty if it equals the device's
  // number.
  std::vector<int64_t> positions;
  // The devices of maximal shardings, ascending and without duplicates.
  std::vector<int64_t> single_devices;
};

// The mesh of all these shardings, tuples included. False after an error, which
// is about shardings[failed].
bool InferMesh(std::span<const HloSharding> shardings, ImportMesh& mesh,
               size_t& failed, Error& error);

// Takes a given mesh instead. Shardings in V3 must then be on a mesh of the
// same sizes; names don't matter. False if the mesh has too many devices to be
// listed.
bool UseMesh(NamedMesh given, ImportMesh& mesh, Error& error);

// The sharding in terms of that mesh; it is neither a tuple nor maximal. `rank`
// is that of the tensor; nullopt means the sharding's own number of dimensions.
// Dimensions are closed, except that those of V3 that are open stay open and
// unknown ones become open. Manual axes are in `axes.manual`.
bool ToAxes(const HloSharding& sharding, const ImportMesh& mesh,
            std::optional<size_t> rank, AxisSharding& axes, Error& error);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_TO_AXES_H_
