#include <vector>

#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/functions.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool PropagateShardingFromFuncToCall(Module& m, const NoOptions&,
                                     PassContext& context) {
  if (!HasCalls(m)) return true;
  const SymbolTable symbols(m);
  return WalkPreOrder(m, m.root(), [&](OpId call) {
    if (!IsCall(m, call)) return WalkResult::kAdvance;
    const OpId function = LookupCallee(m, symbols, call, context.diagnostics);
    if (function.IsNone()) return WalkResult::kStop;
    if (m.HasResultShardings(call) || m.attr(call, name::kSdySharding)) {
      return WalkResult::kAdvance;
    }
    const std::vector<ShardingId> shardings =
        ResultShardings(m, symbols, function);
    for (size_t i = 0; i < shardings.size(); ++i) {
      m.SetSharding(m.result(call, static_cast<int>(i)), shardings[i]);
    }
    return WalkResult::kAdvance;
  });
}

}  // namespace shardflow::internal
