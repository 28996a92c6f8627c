#include "passes/propagation/propagate.h"

namespace shardflow::internal {

bool UserPriorityPropagate(Module& module,
                           const PriorityPropagateOptions& options,
                           PassContext& context) {
  return PropagateModule(
      module, options,
      MakeSchedule(FactorStrategies(options.propagation_strategy),
                   options.run_op_priority_propagation),
      UserPriorityMode::kHeed, context);
}

}  // namespace shardflow::internal
