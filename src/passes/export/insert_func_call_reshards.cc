#include <vector>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/compat.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the shardings of the values that the function returns, one for each
// result of `call`. Returns an empty list if neither the function nor the call
// has a sharding for any of them.
std::vector<ShardingId> ReturnedShardings(Module& m, const SymbolTable& symbols,
                                          OpId function, OpId call) {
  std::vector<ShardingId> shardings = ResultShardings(m, symbols, function);
  if (!shardings.empty() || !m.HasResultShardings(call)) return shardings;
  for (int i = 0; i < m.result_count(call); ++i) {
    shardings.push_back(
        FullyClosedLike(m.shardings, m.sharding(m.result(call, i))));
  }
  return shardings;
}

AxisListId Unreduced(const Module& m, ShardingId sharding) {
  return sharding ? m.shardings.Get(sharding).unreduced
                  : ShardingStore::kEmptyAxes;
}

// Changes the sharding of `result` to `returned`. For the users of `result`,
// reshards it back to the sharding that it had before.
void ReshardResult(Module& m, ValueId result, ShardingId returned,
                   Compat compat) {
  const ShardingId wanted = m.sharding(result);
  if (Unreduced(m, wanted) != Unreduced(m, returned) &&
      !CallResultsMayReduce(compat)) {
    if (!wanted) {
      m.SetSharding(result, FullyClosedLike(m.shardings, returned));
    }
    return;
  }
  m.SetSharding(result, returned);
  if (IsEquivalent(m.shardings, returned, wanted)) return;
  const ValueId operands[] = {result};
  const TypeId types[] = {m.type(result)};
  const OpId call = m.def(result);
  const OpId reshard =
      m.CreateOp({.kind = OpKind::kReshard,
                  .name = m.names.Intern(OpMnemonic(OpKind::kReshard)),
                  .operands = operands,
                  .result_types = types,
                  .loc = m.loc(call)});
  m.InsertAfter(call, reshard);
  m.SetSharding(m.result(reshard, 0),
                wanted ? wanted : FullyClosedLike(m.shardings, returned));
  m.ReplaceUsesIf(result, m.result(reshard, 0),
                  [&](UseId use) { return m.use(use).owner != reshard; });
}

}  // namespace

// Reshards call results whose sharding differs from the sharding of the
// callee's returned value.
bool InsertFuncCallReshards(Module& m, const NoOptions& /*options*/,
                            PassContext& context) {
  if (!HasCalls(m)) return true;
  const SymbolTable symbols(m);
  return WalkPostOrder(m, m.root(), [&](OpId op) {
    if (!IsCall(m, op)) return WalkResult::kAdvance;
    const OpId function = symbols.Find(Callee(m, op));
    if (!function || !IsFunction(m, function)) {
      context.diagnostics.Error(m.Place(op), "the callee is not a function");
      return WalkResult::kStop;
    }
    const std::vector<ShardingId> returned =
        ReturnedShardings(m, symbols, function, op);
    for (size_t i = 0; i < returned.size(); ++i) {
      const ValueId result = m.result(op, static_cast<int>(i));
      ReshardResult(m, result, returned[i], context.compat);
    }
    return WalkResult::kAdvance;
  });
}

}  // namespace shardflow::internal
