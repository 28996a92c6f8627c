#ifndef SHARDFLOW_GSPMD_FROM_AXES_H_
#define SHARDFLOW_GSPMD_FROM_AXES_H_

#include <string>

#include "gspmd/hlo_sharding.h"

// From the axes of a mesh to tiles: the export to GSPMD.

namespace shardflow::internal::gspmd {

// The canonical tiled form (V2; V1 if the device order of the mesh has no iota
// form) of a sharding on a mesh. What tiles can't express is lost: open
// dimensions, explicitly replicated axes. False if the device order can't be
// written; `error` says why.
bool ToTiles(const NamedSharding& named, HloSharding& tiled, Error& error);

// The canonical form V3.
HloSharding ToNamed(NamedSharding named);

// The tiled value with its devices as a list (V1); other values are left alone.
// False if there are too many devices.
bool ListDevices(HloSharding& sharding, Error& error);
// The tiled value with its devices in iota form (V2), if they have one.
void RecoverIotas(HloSharding& sharding);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_FROM_AXES_H_
