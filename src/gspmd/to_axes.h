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

namespace shardflow::gspmd {

struct ImportMesh {
  NamedMesh mesh;
  // The position of each device in the mesh; empty if it is its number.
  std::vector<int64_t> positions;
  // Devices of maximal shardings, ascending, each once.
  std::vector<int64_t> single_devices;
};

// The mesh of all these shardings; tuples are looked into. After an error,
// which is about shardings[failed], false.
bool InferMesh(std::span<const HloSharding> shardings, ImportMesh& mesh,
               size_t& failed, TextError& error);

// A mesh that is given instead. Shardings in V3 then are on one of the same
// sizes, whatever its names. False: its devices are too many to be listed.
bool UseMesh(NamedMesh given, ImportMesh& mesh, TextError& error);

// What the sharding says on that mesh; it is no tuple and not maximal. `rank`
// is that of the tensor (nothing: as many dimensions as the sharding has).
// Dimensions are closed, except that V3's stay open and unknown ones become
// so. Manual axes are in `axes.manual`.
bool ToAxes(const HloSharding& sharding, const ImportMesh& mesh,
            std::optional<size_t> rank, AxisSharding& axes, TextError& error);

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_TO_AXES_H_
