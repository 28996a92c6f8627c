#ifndef SHARDFLOW_OPS_EDIT_H_
#define SHARDFLOW_OPS_EDIT_H_

#include <cstdint>
#include <span>

#include "ir/module.h"
#include "ops/op_def.h"

// Small steps that passes edit a program with.

namespace shardflow::internal {

// A detached op of the kind; `spec.kind` and `spec.name` are filled in.
OpId CreateOp(Module& m, OpKind kind, OpSpec spec);
// Makes it an op of another kind with the same operands and results.
void ChangeKind(Module& m, OpId op, OpKind kind);
// A detached op that passes its operand on (a data-flow edge, a constraint, a
// reshard): one result of the operand's type, with the sharding if any.
OpId CreatePassOn(Module& m, OpKind kind, ValueId operand, Loc loc,
                  ShardingId sharding = ShardingId::None());

// Right after the op that defines the value; for a block argument at the
// start of its block.
void InsertAfterValue(Module& m, ValueId value, OpId op);
// Every use of `from` but those by `except`, newest first.
void ReplaceUsesExcept(Module& m, ValueId from, ValueId to, OpId except);

// Of the defining op, or of the block argument.
Loc ValueLoc(const Module& m, ValueId value);

// Takes away the rules that passes made; those that the user gave stay.
void EraseMadeRules(Module& m);

// dense<[...]> : tensor<Nxi64>
AttrId I64Elements(Module& m, std::span<const int64_t> values);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_EDIT_H_
