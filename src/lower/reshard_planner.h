#ifndef SHARDFLOW_LOWER_RESHARD_PLANNER_H_
#define SHARDFLOW_LOWER_RESHARD_PLANNER_H_

#include "lower/reshard_best.h"
#include "lower/reshard_greedy.h"
#include "lower/reshard_plan.h"

// A valid plan for every problem.

namespace shardflow {

class ReshardPlanner {
 public:
  // The reference's plan; where that is no valid one, all_gathers down to what
  // both shardings have in common and an all_slice.
  void Default(const ReshardProblem& problem, ReshardPlan& plan);
  // The cheapest plan where BestPlanner finds it, else the cheaper one of the
  // two above; the reference's if that is as cheap.
  void Best(const ReshardProblem& problem, int64_t element_bits,
            ReshardPlan& plan);

 private:
  GreedyPlanner greedy_;
  BestPlanner best_;
  ReshardPlan other_;
};

// Gathers every dimension down to the axes that may stay, then slices.
void PlanByGatherAndSlice(const ReshardProblem& problem, ReshardPlan& plan);

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_RESHARD_PLANNER_H_
