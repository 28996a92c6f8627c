#ifndef SHARDFLOW_PASSES_EXPORT_RUNNING_REDUCTIONS_H_
#define SHARDFLOW_PASSES_EXPORT_RUNNING_REDUCTIONS_H_

#include "ir/module.h"

namespace shardflow::internal {

// A running sum, product, maximum or the like along a sharded dimension is a
// reduce_window whose windows begin (or end) where the dimension does. Windows
// of the last shard need the elements of all others. But the reduction of each
// other shard is enough, so every device computes the running sum of its shard,
// and adds the sums of the shards before it.
//
//   x: 16 [{"x"}], 4 devices along x     windows of 16, padding 15 and 0
//   -> reshape x to 4x4                  [{"x"}, {}]
//      windows of 4 along dimension 1    [{"x"}, {}]
//      its last column, on all devices   4 [{}]
//      for each shard, its sum over the shards before
//      add both, and reshape to 16
//
// Does so only if the window's initial value is known to change nothing.
void SplitRunningReductions(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_RUNNING_REDUCTIONS_H_
