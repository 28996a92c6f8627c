#ifndef SHARDFLOW_OPS_PRESENT_H_
#define SHARDFLOW_OPS_PRESENT_H_

#include <cstdint>

#include "ir/module.h"

// Whether a program has ops of a sort at all. The module counts its ops by
// kind, so that this doesn't look at them: passes ask before they walk.

namespace shardflow::internal {

bool HasCalls(const Module& m);

// Any op has data-flow edges, or is an edge.
bool HasDataFlow(const Module& m);

// Any op but the root has one of these traits (op_def.h).
bool HasOpsWith(const Module& m, uint32_t traits);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PRESENT_H_
