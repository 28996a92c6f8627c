#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "passes/export/border_shardings.h"
#include "passes/pass.h"

namespace shardflow::internal {
// Shards values at boundaries evenly, so that they need no padding: arguments
// and results of functions, results of calls, and the values of edges that must
// be divisible.
bool UpdateNonDivisibleInputOutputShardings(Module& m,
                                            const NoOptions& /*options*/,
                                            PassContext& /*context*/) {
  const SymbolTable symbols(m);
  DivisibleShardings divisible(m, symbols);
  // The sharding must fit the owner's type: an argument of a manual computation
  // has a local type, so EdgeOwnerSharding() leaves out manual axes.
  const auto update_owner = [&](ValueId owner) {
    const ShardingId sharding = EdgeOwnerSharding(m, owner);
    const ShardingId updated = divisible.Of(sharding, m.type(owner));
    if (updated != sharding) SetEdgeOwnerSharding(m, owner, updated);
  };
  for (OpId function : Functions(m)) {
    const TypeId type = FunctionType(m, function);
    for (size_t i = 0; i < m.types.input_count(type); ++i) {
      SetArgSharding(
          m, function, i,
          divisible.Of(ArgSharding(m, function, i), m.types.input(type, i)));
    }
    for (size_t i = 0; i < m.types.result_count(type); ++i) {
      if (const ShardingId sharding = ResultSharding(m, function, i)) {
        SetResultSharding(m, function, i,
                          divisible.Of(sharding, m.types.result(type, i)));
      }
    }
  }
  if (!HasCalls(m) && !HasDataFlow(m)) return true;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (KeepsDivisible(m, op)) {
      for (ValueId arg : ArgEdgeOwners(m, op)) update_owner(arg);
      for (ValueId result : ResultEdgeOwners(m, op)) update_owner(result);
    }
    for (int i = 0; IsCall(m, op) && i < m.result_count(op); ++i) {
      const ValueId result = m.result(op, i);
      m.SetSharding(result, divisible.Of(m.sharding(result), m.type(result)));
    }
  });
  return true;
}

}  // namespace shardflow::internal
