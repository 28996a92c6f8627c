#ifndef SHARDFLOW_PASSES_EXPORT_MESH_CHANGES_H_
#define SHARDFLOW_PASSES_EXPORT_MESH_CHANGES_H_

#include "ir/module.h"

namespace shardflow::internal {

// Splits reshards between meshes that have different axes but equally many
// devices. If one mesh can express the sharding on the other ("x"=4 is the same
// as "p"=2, "q"=2), the tensor is resharded on that mesh. Otherwise, it is
// gathered on one mesh and sliced on the other. Tensors are also gathered
// before they move to a single device. (Shardy leaves such reshards as they
// are.)
void SplitMeshChanges(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_MESH_CHANGES_H_
