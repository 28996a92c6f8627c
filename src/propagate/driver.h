#ifndef SHARDFLOW_PROPAGATE_DRIVER_H_
#define SHARDFLOW_PROPAGATE_DRIVER_H_

#include <cstdint>
#include <functional>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "propagate/propagation.h"

// A whole propagation: the runs of a schedule, one after the other, and that
// for each user priority.
//
//   PropagationOptions options{.schedule = MakeSchedule(
//       {Strategy::kAggressive}, /*op_priorities=*/true)};
//   bool ok = Propagate(m, options, warnings, diagnostics);
//
// Before and after each run the results of the main function are propagated
// with the values that it returns. The main function is `@main`, or the only
// one; other functions' results don't take part (a pass of their own sets
// them from what is returned).

namespace shardflow::internal {

struct PropagationStats {
  int64_t visits = 0;  // of ops that were not settled
  int64_t steps = 0;   // calls of Stepper::Step
  int64_t steps_computed = 0;
};

// Reports what it can't work with and returns false. Ops without a rule are
// reported as warnings, if `warnings` doesn't know them yet.
[[nodiscard]] bool Propagate(Module& m, const PropagationOptions& options,
                             RuleWarnings& warnings, Diagnostics& diagnostics,
                             PropagationStats* stats = nullptr);

// Propagates once for each user priority, p0 (which is where dimensions
// without a priority are) first, then the others that occur, ascending. A
// dimension of a later priority is empty and closed until its turn, and its
// axes are among the replicated ones, so that no one takes them.
//
// `after_priority(p)`, if given, is called between the rounds, after p's.
[[nodiscard]] bool PropagateByUserPriority(
    Module& m, const PropagationOptions& options, RuleWarnings& warnings,
    Diagnostics& diagnostics,
    const std::function<void(int64_t)>& after_priority = nullptr,
    PropagationStats* stats = nullptr);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_DRIVER_H_
