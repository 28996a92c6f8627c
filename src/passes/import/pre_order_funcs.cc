#include "ops/call_graph.h"
#include "passes/pass.h"

// Sorts functions into the order in which their calls would be inlined, because
// propagation walks over them from first to last.

namespace shardflow::internal {

bool PreOrderFuncs(Module& m, const NoOptions&, PassContext& context) {
  const SymbolTable symbols(m);
  const auto graph = BuildCallGraph(m, symbols, context.diagnostics);
  if (!graph) return false;
  for (auto node = graph->post_order.rbegin(); node != graph->post_order.rend();
       ++node) {
    m.Unlink(node->function);
    m.Append(m.body(), node->function);
  }
  return true;
}

}  // namespace shardflow::internal
