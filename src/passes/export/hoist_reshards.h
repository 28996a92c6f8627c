#ifndef SHARDFLOW_PASSES_EXPORT_HOIST_RESHARDS_H_
#define SHARDFLOW_PASSES_EXPORT_HOIST_RESHARDS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Moves reshards of loop-invariant values in front of the loop:
//
//   while(%i = %0, %w = %arg0) {
//     %1 = sdy.reshard %w <@mesh, [{}, {}]>     // in each iteration
//     ... return %j, %w }
//
// becomes
//
//   %1 = sdy.reshard %arg0 <@mesh, [{}, {}]>    // once
//   while(%i = %0, %w = %arg0) { ... }
//
// The gathered value is then held during the whole loop. (Shardy has no such
// step.)
void HoistReshards(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_HOIST_RESHARDS_H_
