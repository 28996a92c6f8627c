#ifndef SHARDFLOW_LOWER_RESHARD_PLANNER_H_
#define SHARDFLOW_LOWER_RESHARD_PLANNER_H_

#include "lower/cost_model.h"
#include "lower/reshard_best.h"
#include "lower/reshard_greedy.h"
#include "lower/reshard_plan.h"
#include "shardflow/plan_choice.h"

// Plans reshards: makes a ReshardPlan for a ReshardProblem.

namespace shardflow::internal {

class ReshardPlanner {
 public:
  explicit ReshardPlanner(CostModel model = {}) : model_(std::move(model)) {}

  // Plans the dimensions alone. The unreduced axes must be the same before and
  // after. Every such problem has a plan.
  //
  // kDefault: makes Shardy's plan. If that isn't valid, the plan consists of
  // all_gathers that leave only the axes common to both shardings, and then an
  // all_slice.
  // kBest: makes BestPlanner's plan or, if there is none, a plan of all_gathers
  // and an all_slice as above. If that is no cheaper than the default plan,
  // makes the default plan.
  void PlanDims(const ReshardProblem& problem, PlanChoice choice,
                ReshardPlan& plan);

  // Plans the whole problem: first partial sums are reduced, then the
  // dimensions are resharded, and finally axes are made unreduced. Neighbouring
  // collectives are merged if a single collective can do the work of both
  // (lower/reshard_fuse.h). Returns null on success, otherwise the reason why
  // there is no plan.
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

// Plans all_gathers that leave only the axes that may stay, followed by an
// all_slice.
void PlanByGatherAndSlice(const ReshardProblem& problem, ReshardPlan& plan);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_PLANNER_H_
