#ifndef SHARDFLOW_PASSES_PROPAGATION_PROPAGATE_H_
#define SHARDFLOW_PASSES_PROPAGATION_PROPAGATE_H_

#include "passes/pass.h"
#include "propagate/propagation.h"
#include "propagate/schedule.h"

// Functions shared by the propagation passes. The passes differ in their
// schedule and in whether they respect user priorities.

namespace shardflow::internal {

enum class UserPriorityMode { kIgnore, kHeed };

// Returns the propagation options for the options of a pass. Also used by
// sessions, which propagate without running the pass.
PropagationOptions PropagationOptionsOf(const PropagatePassOptions& options,
                                        Schedule schedule,
                                        const PassContext& context);

[[nodiscard]] bool PropagateModule(Module& module,
                                   const PropagatePassOptions& options,
                                   Schedule schedule, UserPriorityMode mode,
                                   PassContext& context);

// Whether propagation can handle the types of all results. It can't handle
// tuples, nor dynamic shapes unless Module::dynamic_shapes() is set. Reports an
// error at the first result that it can't handle.
[[nodiscard]] bool AllShapesValid(const Module& m, Diagnostics& diagnostics);

// Returns the strategies that the option names, in order.
std::vector<Strategy> FactorStrategies(FactorStrategyOption option);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_PROPAGATION_PROPAGATE_H_
