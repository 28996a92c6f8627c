#ifndef SHARDFLOW_OPS_CALL_GRAPH_H_
#define SHARDFLOW_OPS_CALL_GRAPH_H_

#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/symbols.h"

// Who calls whom, among the functions at the top level of the module.
//
//   for (const CallGraph::Node& node : graph->post_order) {
//     for (OpId call : node.calls) ...   // callees were there before
//   }
//
// Declarations have no body and so no node; calls of them are in the list of
// the caller.

namespace shardflow::internal {

struct CallGraph {
  struct Node {
    OpId function;
    std::vector<OpId> calls;  // in the order of the text, nested ones included
  };
  // Every function once, after the functions that it calls (but for cycles):
  // depth first over the functions in module order, callees in the order of
  // their first calls. The reverse is the pre-order of the passes that say so.
  std::vector<Node> post_order;
  // If functions call each other in a circle: the calls along one circle, each
  // call in the function that the one before it calls.
  std::vector<OpId> cycle;

  bool IsRecursive() const { return !cycle.empty(); }
};

// Reports a call of something that is no function; then there is no graph.
[[nodiscard]] std::optional<CallGraph> BuildCallGraph(
    const Module& m, const SymbolTable& symbols, Diagnostics& diagnostics);

// Whether there can be a clone for every call. Reports, and returns false, if
// the graph is recursive or the clones would exceed MaxCloned
// (ops/clone_size.h).
[[nodiscard]] bool CheckFlattens(const Module& m, const SymbolTable& symbols,
                                 const CallGraph& graph,
                                 Diagnostics& diagnostics);

// The function that the call names; None if there is none.
OpId FindCallee(const Module& m, const SymbolTable& symbols, OpId call);
// The same, reporting if there is none.
OpId LookupCallee(const Module& m, const SymbolTable& symbols, OpId call,
                  Diagnostics& diagnostics);
void SetCallee(Module& m, OpId call, NameId callee);

// `sdy.original_func_name`, or the function's own name: what a clone was
// cloned from in the first place.
NameId OriginalFunctionName(const Module& m, OpId function);

// A detached clone of the function whose calls are of clones of their own,
// all the way down (those are in the module already, innermost first). The
// graph below the function is not recursive.
OpId CloneFunctionDeep(Module& m, SymbolTable& symbols, OpId function);
// Clones the call's callee deeply, adds the clone to the module, and makes the
// call one of the clone.
void GiveOwnCallee(Module& m, SymbolTable& symbols, OpId call);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CALL_GRAPH_H_
