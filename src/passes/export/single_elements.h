#ifndef SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_
#define SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Removes the axes from dimensions of size 1 or 0. Otherwise one device would
// hold the element and the others padding, and an op such as a broadcast would
// use the padding. Leaves operands and results of manual computations
// unchanged.
void KeepSingleElements(Module& m);

// Removes operands without elements from concatenations, such as the part that
// a roll by 0 moves to the front. Otherwise devices would gather them.
void DropEmptyParts(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_SINGLE_ELEMENTS_H_
