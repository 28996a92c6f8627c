#include <vector>

#include "ops/call_graph.h"
#include "passes/pass.h"
#include "passes/stop.h"

// Makes the call graph a forest: the first call to a function keeps the
// function, and every other call gets a clone of the function and of everything
// that it calls. Callees come first, so that a function is already flat when it
// is cloned.

namespace shardflow::internal {

bool FlattenCallGraph(Module& m, const NoOptions&, PassContext& context) {
  SymbolTable symbols(m);
  const auto graph = BuildCallGraph(m, symbols, context.diagnostics);
  if (!graph || !CheckFlattens(m, symbols, *graph, context.diagnostics))
    return false;
  // Cloning takes far longer than checking for a stop, and may double the
  // program.
  StopPoll stop(context, /*turns_between_looks=*/1);
  std::vector<bool> called(m.op_table_size());
  for (const CallGraph::Node& node : graph->post_order) {
    for (const OpId call : node.calls) {
      if (stop()) return false;
      // The callee isn't a clone made here, so `called` has an entry for it.
      const OpId callee = FindCallee(m, symbols, call);
      if (called[callee.Slot()]) {
        GiveOwnCallee(m, symbols, call);
      } else {
        called[callee.Slot()] = true;
      }
    }
  }
  return true;
}

}  // namespace shardflow::internal
