#ifndef SHARDFLOW_LOWER_RESHARD_BEST_H_
#define SHARDFLOW_LOWER_RESHARD_BEST_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lower/reshard_cost.h"
#include "lower/reshard_plan.h"

// The cheapest plan: fewest bytes, then fewest steps (lower/reshard_cost.h).
//
// All layouts that a mesh and a rank allow are the nodes of a graph, the
// collectives its edges, and the plan is a shortest path. That is done where
// there are at most kMaxLayouts of them: up to some 32 devices and rank 2, or
// 16 and rank 4.

namespace shardflow {

struct LayoutGraph;

class BestPlanner {
 public:
  static constexpr size_t kMaxLayouts = 4000;
  static constexpr int64_t kMaxDevices = 1024;

  BestPlanner();
  ~BestPlanner();
  BestPlanner(const BestPlanner&) = delete;
  BestPlanner& operator=(const BestPlanner&) = delete;

  // `plan` is replaced. False, and `plan` is unspecified: there are too many
  // layouts.
  [[nodiscard]] bool Plan(const ReshardProblem& problem, int64_t element_bits,
                          ReshardPlan& plan);

 private:
  const LayoutGraph& GraphOf(const ReshardProblem& problem);

  std::vector<std::unique_ptr<LayoutGraph>> graphs_;  // one a mesh and rank
};

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_RESHARD_BEST_H_
