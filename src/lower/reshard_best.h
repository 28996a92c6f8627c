#ifndef SHARDFLOW_LOWER_RESHARD_BEST_H_
#define SHARDFLOW_LOWER_RESHARD_BEST_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lower/cost_model.h"
#include "lower/reshard_plan.h"

// Finds the plan that reshards a tensor's dimensions at the lowest cost.
//
// The plan is a shortest path in a graph whose nodes are the possible layouts
// for a mesh and a rank, and whose edges are collectives. There may be at most
// kMaxLayouts layouts, which allows about 32 devices at rank 2, or 16 at rank
// 4. Steps after which parts don't line up (lower/reshard_cost.h) are left out,
// because they need more than a collective.

namespace shardflow::internal {

struct LayoutGraph;

class BestPlanner {
 public:
  static constexpr size_t kMaxLayouts = 4000;
  static constexpr int64_t kMaxDevices = 1024;
  // The maximum number of dimensions of a tensor.
  static constexpr size_t kMaxRank = 256;
  // The maximum total number of dimensions of all layouts of a graph.
  static constexpr size_t kMaxDims = size_t{1} << 17;

  BestPlanner();
  ~BestPlanner();
  BestPlanner(const BestPlanner&) = delete;
  BestPlanner& operator=(const BestPlanner&) = delete;

  // Finds a plan and stores it in `plan`. The unreduced axes must be the same
  // before and after. Returns false if there is no path or if there are too
  // many layouts; `plan` is then invalid.
  [[nodiscard]] bool Plan(const ReshardProblem& problem, const CostModel& model,
                          ReshardPlan& plan);

 private:
  LayoutGraph& GraphOf(const ReshardProblem& problem);

  std::vector<std::unique_ptr<LayoutGraph>> graphs_;  // one per mesh and rank
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_BEST_H_
