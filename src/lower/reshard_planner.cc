#include "lower/reshard_planner.h"

#include <utility>
#include <vector>

#include "lower/reshard_cost.h"

namespace shardflow {
namespace {

using Axes = std::vector<ResolvedAxis>;

// The axes that both lists begin with, up to a common prefix of the first ones
// that differ.
Axes Common(ResolvedList a, ResolvedList b) {
  Axes common;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (const auto prefix = CommonPrefix(a[i], b[i])) common.push_back(*prefix);
    if (!(a[i] == b[i])) break;
  }
  return common;
}

// What `axes` has beyond its beginning `common`.
Axes Beyond(ResolvedList axes, ResolvedList common) {
  Axes rest;
  for (size_t i = common.empty() ? 0 : common.size() - 1; i < axes.size();
       ++i) {
    if (i < common.size()) {
      if (common[i].hi < axes[i].hi) {
        rest.push_back({common[i].hi, axes[i].hi, axes[i].axis});
      }
    } else {
      rest.push_back(axes[i]);
    }
  }
  return rest;
}

}  // namespace

void PlanByGatherAndSlice(const ReshardProblem& problem, ReshardPlan& plan) {
  const size_t rank = problem.from.size();
  plan.Clear(rank);
  std::vector<Axes> common(rank), gathered(rank), sliced(rank);
  bool gathers = false, slices = false;
  for (size_t d = 0; d < rank; ++d) {
    common[d] = Common(problem.from[d], problem.to[d]);
    gathered[d] = Beyond(problem.from[d], common[d]);
    sliced[d] = Beyond(problem.to[d], common[d]);
    gathers |= !gathered[d].empty();
    slices |= !sliced[d].empty();
  }
  const auto add = [&](StepKind kind, const std::vector<Axes>* axes,
                       const auto& layout, bool on_target) {
    PlanStep step{.kind = kind, .on_target_mesh = on_target};
    step.axes = plan.NextList();
    if (axes != nullptr) {
      for (const Axes& list : *axes) plan.AddList(list);
    }
    step.layout = plan.NextList();
    for (size_t d = 0; d < rank; ++d) plan.AddList(layout[d]);
    step.unreduced = plan.AddList(problem.unreduced);
    plan.AddStep(step);
  };
  if (gathers) add(StepKind::kAllGather, &gathered, common, false);
  if (problem.renumber) {
    add(StepKind::kCollectivePermute, nullptr, common, true);
  }
  if (slices) add(StepKind::kAllSlice, &sliced, problem.to, problem.renumber);
}

void ReshardPlanner::Default(const ReshardProblem& problem, ReshardPlan& plan) {
  if (problem.mesh->TotalSize() < INT64_MAX && greedy_.Plan(problem, plan) &&
      FindPlanFault(problem, plan) == nullptr) {
    return;
  }
  PlanByGatherAndSlice(problem, plan);
}

void ReshardPlanner::Best(const ReshardProblem& problem, int64_t element_bits,
                          ReshardPlan& plan) {
  Default(problem, plan);
  if (!best_.Plan(problem, element_bits, other_)) {
    PlanByGatherAndSlice(problem, other_);
  }
  if (FindPlanFault(problem, other_) == nullptr &&
      CostOf(problem, other_, element_bits) <
          CostOf(problem, plan, element_bits)) {
    std::swap(plan, other_);
  }
}

}  // namespace shardflow
