#ifndef SHARDFLOW_PASSES_EXPORT_MERGE_SHIFTS_H_
#define SHARDFLOW_PASSES_EXPORT_MERGE_SHIFTS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Turns a pad followed by a slice, or a slice followed by a pad, into a single
// pad, if both resize a sharded dimension. (A pad with negative edges cuts off
// elements.) This is how programs shift a tensor:
//
//   %0 = stablehlo.pad %x, low = [1], high = [0]    // 65 elements
//   %1 = stablehlo.slice %0 [0:64]
// becomes
//   %1 = stablehlo.pad %x, low = [1], high = [-1]
//
// The tensor in between has shards of another size, so without this most of its
// elements would move to another device, and then back.
void MergeShifts(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_MERGE_SHIFTS_H_
