#ifndef SHARDFLOW_OPS_CALL_GRAPH_H_
#define SHARDFLOW_OPS_CALL_GRAPH_H_

#include <optional>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/symbols.h"

// The calls between the functions at the top level of the module.
//
//   for (const CallGraph::Node& node : graph->post_order) {
//     for (OpId call : node.calls) ...   // callees come first
//   }
//
// Declarations have no body and therefore no node, but calls to them are in the
// caller's list.

namespace shardflow::internal {

struct CallGraph {
  struct Node {
    OpId function;
    std::vector<OpId> calls;  // in program order, including nested ones
  };
  // The functions with a body. Each comes after the functions that it calls
  // (except in cycles). This is the post-order of a depth-first search that
  // visits functions in module order and follows calls in program order. Some
  // passes iterate over it in reverse.
  std::vector<Node> post_order;
  // If functions call each other recursively, the calls along one of the
  // cycles. Each call is in the function that the previous one calls.
  std::vector<OpId> cycle;

  bool IsRecursive() const { return !cycle.empty(); }
};

// Returns the graph, or reports a call whose callee isn't a function and
// returns nullopt.
[[nodiscard]] std::optional<CallGraph> BuildCallGraph(
    const Module& m, const SymbolTable& symbols, Diagnostics& diagnostics);

// Returns the graph, leaving out calls whose callee isn't a function.
CallGraph KnownCallGraph(const Module& m, const SymbolTable& symbols);

// Whether every call can be given its own clone of the callee. Reports an error
// and returns false if the graph is recursive or the clones would exceed
// MaxCloned (ops/clone_size.h).
[[nodiscard]] bool CheckFlattens(const Module& m, const SymbolTable& symbols,
                                 const CallGraph& graph,
                                 Diagnostics& diagnostics);

// Returns the function that the call names, or None if there is none.
OpId FindCallee(const Module& m, const SymbolTable& symbols, OpId call);
// Like FindCallee, but reports an error if there is none.
OpId LookupCallee(const Module& m, const SymbolTable& symbols, OpId call,
                  Diagnostics& diagnostics);
void SetCallee(Module& m, OpId call, NameId callee);

// Returns the name of the function that `function` was cloned from, directly or
// through other clones (`sdy.original_func_name`), or its own name if it isn't
// a clone.
NameId OriginalFunctionName(const Module& m, OpId function);

// Returns a detached clone of the function. Every function that it calls,
// directly or not, is cloned too, once for each call. These other clones are
// added to the module, callees before callers. The functions must not be
// recursive.
OpId CloneFunctionDeep(Module& m, SymbolTable& symbols, OpId function);
// Clones the call's callee deeply, adds the clone to the module, and makes the
// call use it.
void GiveOwnCallee(Module& m, SymbolTable& symbols, OpId call);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CALL_GRAPH_H_
