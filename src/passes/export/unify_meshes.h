#ifndef SHARDFLOW_PASSES_EXPORT_UNIFY_MESHES_H_
#define SHARDFLOW_PASSES_EXPORT_UNIFY_MESHES_H_

#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"

// A program may shard tensors on several meshes of the same devices. Shardy
// doesn't relate the axes of different meshes to each other, so before a
// program becomes local, its shardings are rewritten to meshes that all have
// the same axes. These axes are so small that each axis of the program is a
// list of them:
//
//   sdy.mesh @a = <["data"=4, "model"=2]>    "data" is "i", "data_1"
//   sdy.mesh @b = <["i"=2, "j"=4]>           "j" is "data_1", "model"
//   common axes: "i"=2, "data_1"=2, "model"=2
//
// Meshes whose devices are in different orders remain different meshes with
// equal axes, and a reshard from one to the other is a permute. The sizes of
// some meshes have no common pieces in this order, such as 2x3 and 3x2. Their
// axes are then split into prime numbers and sorted, and the order of the
// devices makes up for it.

namespace shardflow::internal {

// The shardings of the main function's arguments and results that UnifyMeshes
// rewrote.
struct RewrittenBorders {
  struct Sharding {
    ShardingId before, after;
  };
  std::vector<Sharding> args, results;  // indexed like the function's
  std::vector<NameId> made;             // the names of new meshes
  bool any = false;  // whether any sharding of the program was rewritten
};

// Whether the program has shardings on meshes with equally many devices but
// different axes.
bool HasDifferentMeshes(const Module& m);

// Rewrites the shardings of such a program as described above. Leaves them
// alone if a sub-axis isn't a list of common axes, or if the program contains
// sdy's collectives.
void UnifyMeshes(Module& m, RewrittenBorders& borders);

// Gives the arguments and results of the main function their old shardings
// back, unless the layout has changed since. Erases meshes that are no longer
// used but were made by UnifyMeshes.
void RestoreBorders(Module& m, const RewrittenBorders& borders);

// Reports an error at the first op whose tensors are sharded on meshes with
// different axes or devices, and returns false. Reshards and permutes may go
// from one mesh to another.
bool CheckSameMesh(Module& m, Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_UNIFY_MESHES_H_
