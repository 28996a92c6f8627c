#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "passes/export/border_shardings.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

class Updater {
 public:
  explicit Updater(Module& m) : m_(m), symbols_(m), divisible_(m, symbols_) {}

  ShardingId Of(ShardingId sharding, TypeId type) {
    return divisible_.Of(sharding, type);
  }
  void Update(ValueId value) {
    m_.SetSharding(value, Of(m_.sharding(value), m_.type(value)));
  }
  // Updates the owner of an edge. The sharding must fit the owner's type: an
  // argument of a manual computation has a local type, so EdgeOwnerSharding()
  // leaves out manual axes.
  void UpdateOwner(ValueId owner) {
    const ShardingId sharding = EdgeOwnerSharding(m_, owner);
    const ShardingId divisible = Of(sharding, m_.type(owner));
    if (divisible != sharding) SetEdgeOwnerSharding(m_, owner, divisible);
  }

 private:
  Module& m_;
  SymbolTable symbols_;
  DivisibleShardings divisible_;
};

}  // namespace

// Shards values at boundaries evenly, so that they need no padding: arguments
// and results of functions, results of calls, and the values of edges that must
// be divisible.
bool UpdateNonDivisibleInputOutputShardings(Module& m,
                                            const NoOptions& /*options*/,
                                            PassContext& /*context*/) {
  Updater divisible(m);
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
    const DataFlowDef* data_flow = DataFlow(m, op);
    const bool keeps = data_flow != nullptr && data_flow->keep_divisible;
    if (keeps) {
      for (ValueId arg : ArgEdgeOwners(m, op)) divisible.UpdateOwner(arg);
      for (ValueId result : ResultEdgeOwners(m, op)) {
        divisible.UpdateOwner(result);
      }
    }
    for (int i = 0; IsCall(m, op) && i < m.result_count(op); ++i) {
      divisible.Update(m.result(op, i));
    }
  });
  return true;
}

}  // namespace shardflow::internal
