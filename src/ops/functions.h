#ifndef SHARDFLOW_OPS_FUNCTIONS_H_
#define SHARDFLOW_OPS_FUNCTIONS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/symbols.h"

// Functions (func.func) and calls (func.call).

namespace shardflow::internal {

bool IsFunction(const Module& m, OpId op);
bool IsCall(const Module& m, OpId op);
// Returns the functions at the top level of the module, in order.
std::vector<OpId> Functions(const Module& m);

// Returns the only function of the module, or, if there are several, the one
// named @main. Returns None if there is no such function.
OpId MainFunction(const Module& m);

// Returns the symbol that a call names; None if the attribute is missing.
NameId Callee(const Module& m, OpId call);

// Whether the function has no body.
bool IsDeclaration(const Module& m, OpId function);
// Whether `sym_visibility` is missing or "public".
bool IsPublic(const Module& m, OpId function);
// Returns the entry block; None for a declaration.
BlockId EntryBlock(const Module& m, OpId function);
// Returns the function's terminator; None for a declaration or an empty block.
OpId ReturnOp(const Module& m, OpId function);
// Returns the kFunction type; None if the attribute is missing or invalid.
TypeId FunctionType(const Module& m, OpId function);

// Get or set the sharding of an argument or result, for declarations too. `i`
// must be a valid index in the function's type.
ShardingId ArgSharding(const Module& m, OpId function, size_t i);
ShardingId ResultSharding(const Module& m, OpId function, size_t i);
void SetArgSharding(Module& m, OpId function, size_t i, ShardingId sharding);
void SetResultSharding(Module& m, OpId function, size_t i, ShardingId sharding);

// Returns the result to which argument `i` is donated (tf.aliasing_output), or
// nullopt.
std::optional<int64_t> DonatedTo(const Module& m, OpId function, size_t i);
// Whether the argument's memory may be used for any result (jax.buffer_donor).
bool IsDonated(const Module& m, OpId function, size_t i);

// Moves the body of `from`, which must have a single region, to a new detached
// private function `name`. The terminator becomes a func.return. The function's
// arguments keep their shardings but no attributes, and its results keep
// neither. `attrs` are added to the function itself.
OpId OutlineBody(Module& m, OpId from, NameId name,
                 std::span<const TypeId> result_types,
                 std::vector<NamedAttr> attrs = {});

// Return the shardings of all arguments or results, in the form that a call
// needs. A missing sharding becomes fully open, on the first non-maximal mesh
// among the other shardings. The list is empty if there is no such mesh.
std::vector<ShardingId> ArgShardings(Module& m, const SymbolTable& symbols,
                                     OpId function);
std::vector<ShardingId> ResultShardings(Module& m, const SymbolTable& symbols,
                                        OpId function);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_FUNCTIONS_H_
