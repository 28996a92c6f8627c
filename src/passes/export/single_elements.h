#ifndef SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_
#define SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Removes the axes from dimensions of size 1. Sharding a single element would
// give it to one device and padding to the others, which would then have to
// avoid using the padding (in a broadcast, say). Operands and results of manual
// computations don't change.
void KeepSingleElements(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_
