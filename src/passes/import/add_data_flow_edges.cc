#include <optional>
#include <string>

#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/present.h"
#include "passes/data_flow_edges.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

// Warns if the data-flow edges that an extension defines for the op don't fit
// it. Equal warnings are given only once.
void WarnOfFault(const Module& m, OpId op, const DataFlowInterface& edges,
                 PassContext& context) {
  const std::optional<Error> fault = edges.FindEdgeFault(m, op);
  if (!fault) return;
  const std::string text = fmt::format(
      "the data-flow edges of '{}' don't fit it, so shardings don't flow "
      "through all of them: {}",
      m.op_name(op), fault->message);
  if (context.rule_warnings.reported.insert(text).second) {
    context.diagnostics.Warning(m.Place(op), text);
  }
}

}  // namespace

bool AddDataFlowEdges(Module& m, const NoOptions&, PassContext& context) {
  if (!HasDataFlow(m)) return true;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    const DataFlowDef* const def = DataFlow(m, op);
    if (def != nullptr && def->custom != nullptr) {
      WarnOfFault(m, op, *def->custom, context);
    }
    AddDataFlowEdgeOps(m, op);
  });
  return true;
}

}  // namespace shardflow::internal
