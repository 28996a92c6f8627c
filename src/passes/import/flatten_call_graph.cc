#include "absl/container/flat_hash_set.h"

#include "ops/call_graph.h"
#include "passes/pass.h"

// Afterwards the call graph is a forest: a function's first call keeps it, all
// others get clones, of everything below it too. Callees come first, so that
// what is cloned is flat already.

namespace shardflow {

bool FlattenCallGraph(Module& m, const NoOptions&, PassContext& context) {
  SymbolTable symbols(m);
  const auto graph = BuildCallGraph(m, symbols, context.diagnostics);
  if (!graph || !CheckFlattens(m, *graph, context.diagnostics)) return false;
  absl::flat_hash_set<OpId> called;
  for (const CallGraph::Node& node : graph->post_order) {
    for (const OpId call : node.calls) {
      if (!called.insert(FindCallee(m, symbols, call)).second) {
        GiveOwnCallee(m, symbols, call);
      }
    }
  }
  return true;
}

}  // namespace shardflow
