#ifndef SHARDFLOW_PASSES_EXPORT_MESH_CHANGES_H_
#define SHARDFLOW_PASSES_EXPORT_MESH_CHANGES_H_

#include "ir/module.h"

namespace shardflow::internal {

// Reshards from a mesh to one with other axes, of as many devices: the tensor
// is gathered on the one, and cut on the other. (Shardy leaves them.)
void SplitMeshChanges(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_MESH_CHANGES_H_
