#ifndef SHARDFLOW_LOWER_RESHARD_PLANNER_H_
#define SHARDFLOW_LOWER_RESHARD_PLANNER_H_

#include "lower/cost_model.h"
#include "lower/reshard_best.h"
#include "lower/reshard_greedy.h"
#include "lower/reshard_plan.h"
#include "shardflow/plan_choice.h"

// Plans reshards: from a ReshardProblem to a ReshardPlan.

namespace shardflow::internal {

class ReshardPlanner {
 public:
  explicit ReshardPlanner(CostModel model = {}) : model_(std::move(model)) {}

  // Plans the dimensions alone: unreduced axes must be the same before and
  // after. Every problem has a plan.
  //
  // kDefault: Shardy's plan or, if that isn't valid, all_gathers until only the
  // axes that both shardings have in common are left, then an all_slice.
  // kBest: BestPlanner's plan or, if it has none, such all_gathers and an
  // all_slice; but the default plan if that is no more expensive.
  void PlanDims(const ReshardProblem& problem, PlanChoice choice,
                ReshardPlan& plan);

  // Plans the whole problem: first partial sums are reduced, then the
  // dimensions are resharded, then axes are made unreduced. Neighbouring
  // collectives are merged where they make one (lower/reshard_fuse.h). Returns
  // null, or why there is no plan.
  [[nodiscard]] const char* Plan(const ReshardProblem& problem,
                                 PlanChoice choice, ReshardPlan& plan);

  const CostModel& model() const { return model_; }

 private:
  void PlanDefault(const ReshardProblem& problem, ReshardPlan& plan);
  void PlanWhole(const ReshardProblem& problem, PlanChoice choice,
                 ReshardPlan& plan);

  CostModel model_;
  GreedyPlanner greedy_;
  BestPlanner best_;
  ReshardPlan other_, dims_, whole_;
};

// Gathers every dimension down to the axes that may stay, then slices.
void PlanByGatherAndSlice(const ReshardProblem& problem, ReshardPlan& plan);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_PLANNER_H_
