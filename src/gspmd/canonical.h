#ifndef SHARDFLOW_GSPMD_CANONICAL_H_
#define SHARDFLOW_GSPMD_CANONICAL_H_

#include "gspmd/hlo_sharding.h"

namespace shardflow::internal::gspmd {

// Brings a valid sharding into canonical form, which is how XLA prints it:
//
//   {devices=[4,2]<=[2,2,2]T(1,2,0)}    ->  {devices=[4,2]<=[2,4]T(1,0)}
//   {devices=[1,1,8]<=[8] last_tile_dim_replicate}  ->  {replicated}
//
// If that would require a list of more than kMaxDeviceList devices, the
// sharding is left in an equivalent form that isn't canonical.
void Canonicalize(HloSharding& sharding);

}  // namespace shardflow::internal::gspmd

#endif  // SHARDFLOW_GSPMD_CANONICAL_H_
