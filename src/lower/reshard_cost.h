#ifndef SHARDFLOW_LOWER_RESHARD_COST_H_
#define SHARDFLOW_LOWER_RESHARD_COST_H_

#include <cstdint>
#include <vector>

#include "lower/reshard_plan.h"

// What a plan costs. The model: S is the size of what a device holds before the
// step, n the number of devices of a group.
//
//   all_slice, *_to_unreduced    nothing
//   all_gather                   (n - 1) S     from each other device its part
//   all_to_all, reduce_scatter   (n - 1) S / n
//   all_reduce                   2 (n - 1) S / n
//   collective_permute           S             (devices that keep theirs: none)
//
// A device sends as much as it receives. Dimensions that don't divide are
// padded. Sums stay at INT64_MAX once they get there.

namespace shardflow {

struct StepTraffic {
  int64_t bytes = 0;        // that a device sends, and receives, at most
  int64_t local_bytes = 0;  // that a device holds afterwards
  int64_t group = 1;        // devices that talk to each other
};

// `element_bits`: of the tensor's elements.
std::vector<StepTraffic> TrafficOf(const ReshardProblem& problem,
                                   const ReshardPlan& plan,
                                   int64_t element_bits);

// Fewer bytes are better, then fewer steps.
struct PlanCost {
  int64_t bytes = 0;
  size_t steps = 0;
  friend auto operator<=>(const PlanCost&, const PlanCost&) = default;
};
PlanCost CostOf(const ReshardProblem& problem, const ReshardPlan& plan,
                int64_t element_bits);

// Of one step: `before` and `after` are what a device holds, `group` how many
// devices talk to each other.
int64_t StepBytes(StepKind kind, int64_t before, int64_t after, int64_t group);

// What a device holds if dimension d has shards[d] shards.
int64_t LocalBytes(std::span<const int64_t> shape,
                   std::span<const int64_t> shards, int64_t element_bits);
// (n - 1) S / n, rounded up.
int64_t ExchangedBytes(int64_t local_bytes, int64_t group);

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_RESHARD_COST_H_
