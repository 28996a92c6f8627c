#include "passes/propagation/propagate.h"

namespace shardflow::internal {

bool OpPriorityPropagate(Module& module,
                         const PriorityPropagateOptions& options,
                         PassContext& context) {
  return PropagateModule(
      module, options,
      MakeSchedule(FactorStrategies(options.propagation_strategy),
                   options.run_op_priority_propagation),
      UserPriorityMode::kIgnore, context);
}

}  // namespace shardflow::internal
