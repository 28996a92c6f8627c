#ifndef SHARDFLOW_PROPAGATE_DRIVER_H_
#define SHARDFLOW_PROPAGATE_DRIVER_H_

#include <cstdint>
#include <functional>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "propagate/propagation.h"

// A whole propagation: all runs of a schedule in order, once for each user
// priority.
//
//   PropagationOptions options{.schedule = MakeSchedule(
//       {Strategy::kAggressive}, /*op_priorities=*/true)};
//   bool ok = Propagate(m, options, warnings, diagnostics);
//
// Before and after each run, shardings propagate between the results of the
// main function and the values that it returns. The main function is `@main`,
// or the only function. The results of other functions don't take part: a
// separate pass sets them from the returned values.

namespace shardflow::internal {

struct PropagationStats {
  int64_t visits = 0;  // number of visits to unsettled ops
  int64_t steps = 0;   // calls to Stepper::Step
  int64_t steps_computed = 0;
};

// On error, reports it and returns false. An op without a rule only causes a
// warning, which is omitted if `warnings` already contains it.
[[nodiscard]] bool Propagate(Module& m, const PropagationOptions& options,
                             RuleWarnings& warnings, Diagnostics& diagnostics,
                             PropagationStats* stats = nullptr);

// Propagates once for each user priority: first for p0, which includes
// dimensions without a priority, then for the other priorities in the program,
// in ascending order. Until the round of its priority, a dimension is empty and
// closed, and its axes are explicitly replicated so that no other dimension
// takes them.
//
// `after_priority(p)`, if given, is called after the round of p if another
// round follows.
[[nodiscard]] bool PropagateByUserPriority(
    Module& m, const PropagationOptions& options, RuleWarnings& warnings,
    Diagnostics& diagnostics,
    const std::function<void(int64_t)>& after_priority = nullptr,
    PropagationStats* stats = nullptr);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_DRIVER_H_
