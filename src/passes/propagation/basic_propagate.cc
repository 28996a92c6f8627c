#include "passes/propagation/propagate.h"

namespace shardflow::internal {

bool BasicPropagate(Module& module, const BasicPropagateOptions& options,
                    PassContext& context) {
  return PropagateModule(
      module, options,
      MakeSchedule({Strategy::kBasic}, /*op_priorities=*/false),
      UserPriorityMode::kIgnore, context);
}

}  // namespace shardflow::internal
