#ifndef SHARDFLOW_OPS_LIBRARY_OPS_H_
#define SHARDFLOW_OPS_LIBRARY_OPS_H_

#include "ir/module.h"
#include "ops/op_kind.h"

// Ops that compilers treat in a special way that affects a program's cost.

namespace shardflow::internal {

// Whether the library that XLA's CPU compiler calls for matrix products and
// reductions also implements this elementwise op.
bool IsLibraryOp(OpKind kind);

// Whether the op is a scatter that adds its updates to its operand.
bool IsAddingScatter(const Module& m, OpId op);
bool IsAddition(OpKind kind);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_LIBRARY_OPS_H_
