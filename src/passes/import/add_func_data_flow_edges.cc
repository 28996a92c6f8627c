#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/pass.h"

// Inserts an sdy.func_data_flow_edge wherever a sharding passes between a call
// and its function: after each argument of every function except main, and
// after each result of every call.

namespace shardflow::internal {
namespace {

// Inserts an edge for each of the values, in order, before `anchor`, or at the
// end of `block` if `anchor` is None.
void AddEdges(Module& m, const std::vector<ValueId>& values, Loc loc,
              BlockId block, OpId anchor) {
  for (const ValueId value : values) {
    if (!IsShardable(m, m.type(value))) continue;
    const OpId edge = CreatePassOn(m, OpKind::kFuncDataFlowEdge, value, loc,
                                   m.sharding(value));
    if (anchor) {
      m.InsertBefore(anchor, edge);
    } else {
      m.Append(block, edge);
    }
    ReplaceUsesExcept(m, value, m.result(edge, 0), edge);
  }
}

}  // namespace

bool AddFuncDataFlowEdges(Module& m, const NoOptions&, PassContext& context) {
  const OpId main = MainFunction(m);
  if (main.IsNone()) {
    context.diagnostics.Error(m.Place(m.root()),
                              "Failed to lookup function: main");
    return false;
  }
  for (const OpId function : Functions(m)) {
    const BlockId entry = EntryBlock(m, function);
    if (function == main || entry.IsNone()) continue;
    const std::span<const ValueId> args = m.args(entry);
    AddEdges(m, {args.begin(), args.end()}, m.loc(function), entry,
             m.block(entry).first);
  }
  std::vector<OpId> calls;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (IsCall(m, op)) calls.push_back(op);
  });
  for (const OpId call : calls) {
    AddEdges(m, ResultsOf(m, call), m.loc(call), m.op(call).parent,
             m.next_op(call));
  }
  return true;
}

}  // namespace shardflow::internal
