#ifndef SHARDFLOW_GSPMD_FROM_AXES_H_
#define SHARDFLOW_GSPMD_FROM_AXES_H_

#include <string>

#include "gspmd/hlo_sharding.h"

// Converts mesh axes to tiles, for the export to GSPMD.

namespace shardflow::internal::gspmd {

// Converts a sharding on a mesh to its canonical tiled form (V2, or V1 if the
// device order of the mesh has no iota form). The result doesn't say which
// dimensions are open or which axes are explicitly replicated, because tiles
// can't express either. Returns false, with the reason in `error`, if the
// device order can't be written.
bool ToTiles(const NamedSharding& named, HloSharding& tiled, Error& error);

// Returns the sharding as an HloSharding in canonical form V3.
HloSharding ToNamed(NamedSharding named);

// Turns the devices of a tiled sharding into a list (V1). Leaves other
// shardings alone. Returns false if there are too many devices.
bool ListDevices(HloSharding& sharding, Error& error);
// Converts the devices of a tiled sharding to iota form (V2), if there is one.
void RecoverIotas(HloSharding& sharding);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_FROM_AXES_H_
