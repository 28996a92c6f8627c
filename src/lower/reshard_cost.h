#ifndef SHARDFLOW_LOWER_RESHARD_COST_H_
#define SHARDFLOW_LOWER_RESHARD_COST_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lower/axes.h"
#include "lower/cost_model.h"
#include "lower/reshard_plan.h"

// Computes what a plan costs according to a cost model.
//
// Dimensions that don't divide evenly are padded: 5 rows on 4 devices take 2
// rows on each, and device 3 holds only padding. Then parts may not line up.
// Over 2 devices the parts are [0, 3) and [3, 5), but gathering pairs of the 4
// parts produces [0, 4) and [4, 8). The second device still lacks row 3, and no
// collective fetches it. The price of such a step is the price of its
// collective, plus the price of fetching what a device still lacks.

namespace shardflow::internal {

// The cost of a step of a plan.
struct StepTraffic {
  StepCost cost;
  int64_t local_bytes = 0;  // bytes that a device holds after the step
  int64_t group = 1;        // number of devices that communicate together
};
// Returns the cost of each step of the plan.
std::vector<StepTraffic> TrafficOf(const ReshardProblem& problem,
                                   const ReshardPlan& plan,
                                   const CostModel& model);

// The cost of a plan. Costs are compared by time, then by bytes, then by steps.
// Without a topology, the time is 0.
struct PlanCost {
  double seconds = 0;
  int64_t bytes = 0;
  size_t steps = 0;
  friend auto operator<=>(const PlanCost&, const PlanCost&) = default;
};
PlanCost CostOf(const ReshardProblem& problem, const ReshardPlan& plan,
                const CostModel& model);

// Returns how many bytes of a tensor a device holds if dimension d has
// shards[d] shards.
int64_t LocalBytes(std::span<const int64_t> shape,
                   std::span<const int64_t> shards, int64_t element_bits);

// A part of a dimension after a step.
struct PartRows {
  int64_t wanted = 0;  // rows that a device needs, without padding
  int64_t held = 0;    // how many of these rows it has after the collective
  friend auto operator<=>(const PartRows&, const PartRows&) = default;
};
// Returns the parts of a dimension of `size` elements after a collective on
// padded parts has changed the number of shards from `before` to `after`. One
// of these numbers must divide the other. Equal parts are listed once. Returns
// an empty list if all parts line up.
std::vector<PartRows> MisalignedParts(int64_t size, int64_t before,
                                      int64_t after);

// Computes the loads of single steps that reshard a tensor.
class StepPricer {
 public:
  StepPricer(std::span<const int64_t> shape, int64_t element_bits)
      : shape_(shape), element_bits_(element_bits) {}

  // Sets the bytes of `load`. Its `kind`, `group` and `axes` must be set.
  // `before` and `after` contain the number of shards of each dimension.
  void Fill(std::span<const int64_t> before, std::span<const int64_t> after,
            StepLoad& load) const;
  int64_t LocalBytesOf(std::span<const int64_t> shards) const {
    return LocalBytes(shape_, shards, element_bits_);
  }

 private:
  int64_t Realigned(std::span<const int64_t> before,
                    std::span<const int64_t> after) const;

  std::span<const int64_t> shape_;
  int64_t element_bits_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_COST_H_
