#ifndef SHARDFLOW_OPS_FUNCTIONS_H_
#define SHARDFLOW_OPS_FUNCTIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/symbols.h"

// Functions (func.func) and calls (func.call), as passes see them.

namespace shardflow::internal {

bool IsFunction(const Module& m, OpId op);
bool IsCall(const Module& m, OpId op);
// The functions at the top level of the module, in order.
std::vector<OpId> Functions(const Module& m);

// The only function of the module, or else the one named @main. None if there
// is neither.
OpId MainFunction(const Module& m);

// The symbol that a call names; None if the attribute is missing.
NameId Callee(const Module& m, OpId call);

// A function without a body.
bool IsDeclaration(const Module& m, OpId function);
// No `sym_visibility`, or "public".
bool IsPublic(const Module& m, OpId function);
// The entry block; None for a declaration.
BlockId EntryBlock(const Module& m, OpId function);
// The function's terminator; None for a declaration or an empty block.
OpId ReturnOp(const Module& m, OpId function);
// The kFunction type; None if the attribute is missing or wrong.
TypeId FunctionType(const Module& m, OpId function);

// Shardings of arguments and results. `i` is within the function's type;
// declarations included.
ShardingId ArgSharding(const Module& m, OpId function, size_t i);
ShardingId ResultSharding(const Module& m, OpId function, size_t i);
void SetArgSharding(Module& m, OpId function, size_t i, ShardingId sharding);
void SetResultSharding(Module& m, OpId function, size_t i, ShardingId sharding);

// The result that argument `i` is donated to (tf.aliasing_output); nullopt:
// none is named.
std::optional<int64_t> DonatedTo(const Module& m, OpId function, size_t i);
// The argument's memory may be used for any result (jax.buffer_donor).
bool IsDonated(const Module& m, OpId function, size_t i);

// A detached private function, named `name`, whose body is that of the op
// `from` (its only region; the arguments keep their shardings), and which
// returns what ends the body. `attrs` are attributes in addition. Arguments and
// results have no attributes, and results no shardings.
OpId OutlineBody(Module& m, OpId from, NameId name,
                 std::span<const TypeId> result_types,
                 std::vector<NamedAttr> attrs = {});

// The shardings of all arguments (results) as a call sees them: fully open
// where there is none. Empty if none of them is on a mesh of more than one
// device; the first such mesh is that of the open ones.
std::vector<ShardingId> ArgShardings(Module& m, const SymbolTable& symbols,
                                     OpId function);
std::vector<ShardingId> ResultShardings(Module& m, const SymbolTable& symbols,
                                        OpId function);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_FUNCTIONS_H_
