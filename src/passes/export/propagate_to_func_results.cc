#include "ops/data_flow.h"
#include "ops/functions.h"
#include "passes/export/main_function.h"
#include "passes/pass.h"

namespace shardflow {

// Results of functions other than main take the shardings of the values that
// are returned. Main's are the user's; jaxlib's Shardy fills those that are
// missing.
bool PropagateToFuncResults(Module& m, const NoOptions& /*options*/,
                            PassContext& context) {
  const OpId main = RequireMainFunction(m, context.diagnostics);
  if (!main) return false;
  const bool fill_main = MainResultsTakeShardings(context.compat);
  for (OpId function : Functions(m)) {
    const OpId end = ReturnOp(m, function);
    if (!end) continue;
    for (int i = 0; i < m.operand_count(end); ++i) {
      const auto index = static_cast<size_t>(i);
      if (function == main &&
          (!fill_main || ResultSharding(m, function, index))) {
        continue;
      }
      SetResultSharding(m, function, index, GetSharding(m, m.operand(end, i)));
    }
  }
  return true;
}

}  // namespace shardflow
