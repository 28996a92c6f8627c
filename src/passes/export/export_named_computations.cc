#include <utility>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/symbols.h"
#include "passes/export/edges.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

// Erases the edge op that uses the value, if there is one.
void EraseEdgeOf(Module& m, ValueId value) {
  if (!m.HasUses(value)) return;
  const OpId user = m.use(m.value(value).first_use).owner;
  if (m.kind(user) == OpKind::kDataFlowEdge) EraseEdge(m, user);
}

// Moves the computation's body to a private function. Returns the function's
// name: the computation's name or, if that is taken, a variant of it.
NameId Outline(Module& m, SymbolTable& symbols, OpId computation) {
  const auto body_args = m.args(m.first_block(m.region(computation, 0)));
  const std::vector<ValueId> args(body_args.begin(), body_args.end());
  const AttrId name = m.attr(computation, name::kName);
  std::vector<NamedAttr> attrs = {{name::kOriginalFuncName, name}};
  if (const AttrId thread = m.attr(computation, name::kExecutionThread)) {
    attrs.push_back({name::kExecutionThread, thread});
  }
  const OpId function =
      OutlineBody(m, computation, m.attrs.StringValue(name),
                  TypesOf(m, ResultsOf(m, computation)), std::move(attrs));
  for (ValueId arg : args) EraseEdgeOf(m, arg);
  return symbols.Insert(m, function);
}

// Replaces `computation` with a call to `callee`.
OpId ReplaceByCall(Module& m, OpId computation, NameId callee) {
  std::vector<NamedAttr> attrs = {{name::kCallee, m.attrs.SymbolRef(callee)}};
  for (const NamedAttr& attr : m.attrs.DictItems(m.attr_dict(computation))) {
    const bool own =
        attr.name == name::kName || attr.name == name::kInShardings ||
        attr.name == name::kOutShardings || attr.name == name::kExecutionThread;
    if (!own) attrs.push_back(attr);
  }
  const std::vector<ValueId> operands = OperandsOf(m, computation);
  const std::vector<ValueId> results = ResultsOf(m, computation);
  const std::vector<TypeId> types = TypesOf(m, results);
  const OpId call = CreateOp(m, OpKind::kCall,
                             {.operands = operands,
                              .result_types = types,
                              .attrs = m.attrs.Dict(std::move(attrs), m.names),
                              .loc = m.loc(computation)});
  m.InsertBefore(computation, call);
  for (size_t i = 0; i < results.size(); ++i) {
    const ValueId result = m.result(call, static_cast<int>(i));
    m.SetSharding(result, m.sharding(results[i]));
    if (m.HasUses(results[i])) m.ReplaceAllUses(results[i], result);
  }
  m.Erase(computation);
  return call;
}

}  // namespace

// Turns every named computation, inner ones first, into a private function and
// a call to it. The shardings of the computation's edges become those of the
// function's arguments and of the call's results.
bool ExportNamedComputations(Module& m, const NoOptions& /*options*/,
                             PassContext& /*context*/) {
  if (m.op_count(OpKind::kNamedComputation) == 0) return true;
  std::vector<OpId> computations;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kNamedComputation) computations.push_back(op);
  });
  SymbolTable symbols(m);
  std::vector<OpId> calls;
  for (OpId op : computations) {
    TakeEdgeShardings(m, ArgEdgeOwners(m, op));
    TakeEdgeShardings(m, ResultsOf(m, op));
    calls.push_back(ReplaceByCall(m, op, Outline(m, symbols, op)));
  }
  for (OpId call : calls) {
    for (ValueId result : ResultsOf(m, call)) EraseEdgeOf(m, result);
  }
  return true;
}

}  // namespace shardflow::internal
