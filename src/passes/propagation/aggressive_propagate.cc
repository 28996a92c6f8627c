#include "passes/propagation/propagate.h"

namespace shardflow::internal {

bool AggressivePropagate(Module& module,
                         const AggressivePropagateOptions& options,
                         PassContext& context) {
  return PropagateModule(
      module, options,
      MakeSchedule(FactorStrategies(options.propagation_strategy),
                   /*op_priorities=*/false),
      UserPriorityMode::kIgnore, context);
}

}  // namespace shardflow::internal
