#ifndef SHARDFLOW_OPS_VERIFY_STRUCTURE_H_
#define SHARDFLOW_OPS_VERIFY_STRUCTURE_H_

#include "ops/op_def.h"
#include "ops/verify.h"

namespace shardflow::internal {

// Checks that the op fits its OpArity and OpShape, that the blocks in its
// regions have terminators, and that a terminator is at the end of its block.
bool VerifyStructure(VerifyContext& v, OpId op, const OpDef& def);

// --- func.func, func.return, func.call, builtin.module
bool VerifyFunc(VerifyContext& v, OpId op);
bool VerifyFuncReturn(VerifyContext& v, OpId op);
bool VerifyCallUses(VerifyContext& v, OpId op);
bool VerifyBuiltinModule(VerifyContext& v, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_VERIFY_STRUCTURE_H_
