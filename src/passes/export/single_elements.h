#ifndef SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_
#define SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Takes the axes off dimensions of size 1. Sharding the one element gives it to
// one device and padding to the others, which then would have to know that
// (when it is broadcast, say). What manual computations hand in and out stays.
void KeepSingleElements(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_
