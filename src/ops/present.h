#ifndef SHARDFLOW_OPS_PRESENT_H_
#define SHARDFLOW_OPS_PRESENT_H_

#include <cstdint>
#include <vector>

#include "ir/module.h"

// Checks whether a program contains certain ops, so that passes can return
// before they walk over it. The module counts its ops by kind, so these
// functions need no walk if there are no such ops.

namespace shardflow::internal {

bool HasCalls(const Module& m);

// Whether any op may have data-flow edges, or is an sdy.data_flow_edge.
bool HasDataFlow(const Module& m);

// Whether any op besides the root has one of these traits (op_def.h).
bool HasOpsWith(const Module& m, uint32_t traits);

// Returns all ops of this kind in the order of the text, enclosing ones first.
// The list stays as it is if ops are added or erased.
std::vector<OpId> OpsOfKind(const Module& m, OpKind kind);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PRESENT_H_
