#include <utility>
#include <vector>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "passes/export/edges.h"
#include "passes/pass.h"

namespace shardflow {
namespace {

std::vector<ValueId> Results(const Module& m, OpId op) {
  std::vector<ValueId> results;
  for (int i = 0; i < m.result_count(op); ++i) {
    results.push_back(m.result(op, i));
  }
  return results;
}

// Erases the edge op that is the use of the value, if there is one.
void EraseEdgeOf(Module& m, ValueId value) {
  if (!m.HasUses(value)) return;
  const OpId user = m.use(m.value(value).first_use).owner;
  if (m.kind(user) == OpKind::kDataFlowEdge) EraseEdge(m, user);
}

// A private function with the body of `computation`; returns its name, which
// is the computation's or, if that is taken, a variant of it.
NameId OutlineBody(Module& m, SymbolTable& symbols, OpId computation) {
  const RegionId body = m.region(computation, 0);
  const std::vector<ValueId> args(m.args(m.first_block(body)).begin(),
                                  m.args(m.first_block(body)).end());
  std::vector<TypeId> inputs, results;
  for (ValueId arg : args) inputs.push_back(m.type(arg));
  for (ValueId result : Results(m, computation)) {
    results.push_back(m.type(result));
  }
  const AttrId name = m.attr(computation, name::kName);
  std::vector<NamedAttr> attrs = {
      {name::kSymName, name},
      {name::kSymVisibility, m.attrs.String(name::kPrivate)},
      {name::kFunctionType, m.attrs.Type(m.types.Function(inputs, results))},
      {name::kOriginalFuncName, name}};
  if (const AttrId thread = m.attr(computation, name::kExecutionThread)) {
    attrs.push_back({name::kExecutionThread, thread});
  }
  const OpId function =
      m.CreateOp({.kind = OpKind::kFunc,
                  .name = m.names.Intern(OpMnemonic(OpKind::kFunc)),
                  .attrs = m.attrs.Dict(std::move(attrs), m.names),
                  .region_count = 1,
                  .loc = m.loc(computation)});
  FuncRow& row = m.CreateFuncRow(function);
  row.arg_attrs.resize(inputs.size());
  row.res_attrs.resize(results.size());
  row.res_shardings.resize(results.size());
  // The arguments keep their shardings: the column goes with them.
  m.MoveBlocks(body, m.region(function, 0));
  m.SetKind(m.terminator(m.first_block(m.region(function, 0))),
            OpKind::kFuncReturn,
            m.names.Intern(OpMnemonic(OpKind::kFuncReturn)));
  for (ValueId arg : args) EraseEdgeOf(m, arg);
  return symbols.Insert(m, function);
}

// A call of `callee` in the place of `computation`, which goes.
OpId ReplaceByCall(Module& m, OpId computation, NameId callee) {
  std::vector<NamedAttr> attrs = {{name::kCallee, m.attrs.SymbolRef(callee)}};
  for (const NamedAttr& attr : m.attrs.DictItems(m.attr_dict(computation))) {
    const bool own =
        attr.name == name::kName || attr.name == name::kInShardings ||
        attr.name == name::kOutShardings || attr.name == name::kExecutionThread;
    if (!own) attrs.push_back(attr);
  }
  std::vector<ValueId> operands;
  for (int i = 0; i < m.operand_count(computation); ++i) {
    operands.push_back(m.operand(computation, i));
  }
  const std::vector<ValueId> results = Results(m, computation);
  std::vector<TypeId> types;
  for (ValueId result : results) types.push_back(m.type(result));
  const OpId call =
      m.CreateOp({.kind = OpKind::kCall,
                  .name = m.names.Intern(OpMnemonic(OpKind::kCall)),
                  .operands = operands,
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

// Every named computation becomes a private function and a call of it, inner
// ones first. The shardings of the computation's edges become those of the
// function's arguments and of the call's results.
bool ExportNamedComputations(Module& m, const NoOptions& /*options*/,
                             PassContext& /*context*/) {
  std::vector<OpId> computations;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kNamedComputation) computations.push_back(op);
  });
  SymbolTable symbols(m);
  std::vector<OpId> calls;
  for (OpId op : computations) {
    TakeEdgeShardings(m, ArgEdgeOwners(m, op));
    TakeEdgeShardings(m, Results(m, op));
    calls.push_back(ReplaceByCall(m, op, OutlineBody(m, symbols, op)));
  }
  for (OpId call : calls) {
    for (ValueId result : Results(m, call)) EraseEdgeOf(m, result);
  }
  return true;
}

}  // namespace shardflow
