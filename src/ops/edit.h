#ifndef SHARDFLOW_OPS_EDIT_H_
#define SHARDFLOW_OPS_EDIT_H_

#include <cstdint>
#include <span>

#include "ir/module.h"
#include "ops/op_def.h"

// Small edits that several passes make.

namespace shardflow::internal {

// Returns a detached op of this kind. The caller need not set the kind and name
// in `spec`.
OpId CreateOp(Module& m, OpKind kind, OpSpec spec);
// Returns a detached sdy.mesh.
OpId CreateMesh(Module& m, NameId symbol, MeshId mesh, Loc loc);
// Changes the kind of an op, which keeps its operands and results.
void ChangeKind(Module& m, OpId op, OpKind kind);
// Returns a detached op that only passes its operand on, such as a data-flow
// edge, a constraint or a reshard. Its one result has the operand's type and
// the given sharding, if any.
OpId CreatePassOn(Module& m, OpKind kind, ValueId operand, Loc loc,
                  ShardingId sharding = ShardingId::None());

// Replaces the block's terminator with an sdy.return of the same values.
void EndWithSdyReturn(Module& m, BlockId block);

// Inserts the op right after the op that defines the value; for a block
// argument, at the start of its block.
void InsertAfterValue(Module& m, ValueId value, OpId op);
// Replaces every use of `from` with `to`, newest first, except for uses by the
// op `except`.
void ReplaceUsesExcept(Module& m, ValueId from, ValueId to, OpId except);

// Returns the location of the defining op or of the block argument.
Loc ValueLoc(const Module& m, ValueId value);

// Removes the sharding rules that passes added, but keeps the user's.
void EraseMadeRules(Module& m);

// Returns dense<[...]> : tensor<Nxi64>.
AttrId I64Elements(Module& m, std::span<const int64_t> values);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_EDIT_H_
