#ifndef SHARDFLOW_PASSES_PROPAGATION_PROPAGATE_H_
#define SHARDFLOW_PASSES_PROPAGATION_PROPAGATE_H_

#include "passes/pass.h"
#include "propagate/propagation.h"
#include "propagate/schedule.h"

// What the propagation passes have in common: they differ in their schedule
// and in whether they heed user priorities.

namespace shardflow::internal {

enum class UserPriorityMode { kIgnore, kHeed };

// What a propagation pass with these options, or a session that stands for one,
// asks of the propagation.
PropagationOptions PropagationOptionsOf(const PropagatePassOptions& options,
                                        Schedule schedule,
                                        const PassContext& context);

[[nodiscard]] bool PropagateModule(Module& module,
                                   const PropagatePassOptions& options,
                                   Schedule schedule, UserPriorityMode mode,
                                   PassContext& context);

// Whether propagation can handle the types of all results: no dynamic shapes
// and no tuples. Reports the first that it cannot.
[[nodiscard]] bool AllShapesValid(const Module& m, Diagnostics& diagnostics);

// The strategies that the option names, in their order.
std::vector<Strategy> FactorStrategies(FactorStrategyOption option);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_PROPAGATION_PROPAGATE_H_
