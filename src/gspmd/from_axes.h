#ifndef SHARDFLOW_GSPMD_FROM_AXES_H_
#define SHARDFLOW_GSPMD_FROM_AXES_H_

#include <string>

#include "gspmd/hlo_sharding.h"

// From axes of a mesh to tiles: the export.

namespace shardflow::gspmd {

// The canonical tiled form of what a sharding on a mesh says (V2, or V1 if the
// mesh has a device order that is no iota form). What tiles can't say is lost:
// open dimensions, explicitly replicated axes. False: the order of devices
// can't be written; `error` says why.
bool ToTiles(const NamedSharding& named, HloSharding& tiled, TextError& error);

// V3, canonical.
HloSharding ToNamed(NamedSharding named);

// A tiled value with its devices listed (V1); others stay as they are. False:
// there are too many.
bool ListDevices(HloSharding& sharding, TextError& error);
// A tiled value as an iota form (V2), if it has one.
void RecoverIotas(HloSharding& sharding);

}  // namespace shardflow::gspmd

#endif  // SHARDFLOW_GSPMD_FROM_AXES_H_
