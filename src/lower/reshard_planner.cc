#include "lower/reshard_planner.h"

#include <utility>
#include <vector>

#include "lower/axes.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_fuse.h"
#include "lower/unreduced_plan.h"

namespace shardflow::internal {
namespace {

// Returns the longest common prefix of two lists of axes (see CommonPrefix in
// sharding/axis.h).
Axes Common(ResolvedList a, ResolvedList b) {
  Axes common;
  for (size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (const auto prefix = CommonPrefix(a[i], b[i])) common.push_back(*prefix);
    if (!(a[i] == b[i])) break;
  }
  return common;
}

// Writes steps that change the dimensions and the unreduced axes.
class StepWriter {
 public:
  StepWriter(ReshardPlan& plan, bool renumber)
      : plan_(plan), renumber_(renumber) {}

  // `axes` and `layout` have a list of axes for each dimension.
  template <class Layout>
  void PerDim(StepKind kind, const std::vector<Axes>& axes,
              const Layout& layout, ResolvedList unreduced,
              bool on_target = false) {
    PlanStep step{.kind = kind, .axes = AddLists(axes)};
    Finish(step, layout, unreduced, on_target);
  }
  template <class Layout>
  void OneList(StepKind kind, const Axes& axes, const Layout& layout,
               ResolvedList unreduced, bool on_target = false) {
    PlanStep step{.kind = kind, .axes = plan_.AddList(axes)};
    Finish(step, layout, unreduced, on_target);
  }
  template <class Layout>
  void Permute(const Layout& layout, ResolvedList unreduced) {
    PlanStep step{.kind = StepKind::kCollectivePermute,
                  .axes = plan_.NextList()};
    Finish(step, layout, unreduced, /*on_target=*/true);
  }

 private:
  template <class Lists>
  uint32_t AddLists(const Lists& lists) {
    const uint32_t first = plan_.NextList();
    for (const auto& list : lists) plan_.AddList(list);
    return first;
  }
  template <class Layout>
  void Finish(PlanStep& step, const Layout& layout, ResolvedList unreduced,
              bool on_target) {
    step.on_target_mesh = on_target && renumber_;
    step.layout = AddLists(layout);
    step.unreduced = plan_.AddList(unreduced);
    plan_.AddStep(step);
  }

  ReshardPlan& plan_;
  const bool renumber_;
};

// A problem without its axes of size 1, which have no effect.
class WithoutSizeOne {
 public:
  explicit WithoutSizeOne(const ReshardProblem& problem) : problem_(problem) {
    // Reserve the memory at once, because spans into the lists have to stay
    // valid.
    lists_.reserve(problem.from.size() + problem.to.size() + 2);
    for (const ResolvedList list : problem.from) from_.push_back(Add(list));
    for (const ResolvedList list : problem.to) to_.push_back(Add(list));
    problem_.from = from_;
    problem_.to = to_;
    problem_.unreduced_from = Add(problem.unreduced_from);
    problem_.unreduced_to = Add(problem.unreduced_to);
  }
  const ReshardProblem& problem() const { return problem_; }

 private:
  ResolvedList Add(ResolvedList list) {
    Axes& axes = lists_.emplace_back();
    for (const ResolvedAxis& axis : list) {
      if (axis.size() > 1) AppendOrMerge(axes, axis);
    }
    return axes;
  }

  ReshardProblem problem_;
  std::vector<Axes> lists_;
  std::vector<ResolvedList> from_, to_;
};

UnreducedChange ChangeOf(const ReshardProblem& problem) {
  if (problem.reduction_from == problem.reduction_to) {
    return ChangeOfUnreduced(problem.unreduced_from, problem.unreduced_to);
  }
  // Partial sums and partial maxima can't be converted into each other, so no
  // axis is kept.
  UnreducedChange change;
  change.reduced.assign(problem.unreduced_from.begin(),
                        problem.unreduced_from.end());
  change.made.assign(problem.unreduced_to.begin(), problem.unreduced_to.end());
  return change;
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
  StepWriter writer(plan, problem.renumber);
  const ResolvedList unreduced = problem.unreduced_to;
  if (gathers) {
    writer.PerDim(StepKind::kAllGather, gathered, common, unreduced);
  }
  if (problem.renumber) writer.Permute(common, unreduced);
  if (slices) {
    writer.PerDim(StepKind::kAllSlice, sliced, problem.to, unreduced,
                  /*on_target=*/true);
  }
}

void ReshardPlanner::PlanDefault(const ReshardProblem& problem,
                                 ReshardPlan& plan) {
  if (problem.mesh->TotalSize() < INT64_MAX && greedy_.Plan(problem, plan) &&
      FindPlanFault(problem, plan) == nullptr) {
    return;
  }
  PlanByGatherAndSlice(problem, plan);
}

void ReshardPlanner::PlanDims(const ReshardProblem& problem, PlanChoice choice,
                              ReshardPlan& plan) {
  PlanDefault(problem, plan);
  if (choice == PlanChoice::kDefault) return;
  if (!best_.Plan(problem, model_, other_)) {
    PlanByGatherAndSlice(problem, other_);
  }
  if (FindPlanFault(problem, other_) == nullptr &&
      CostOf(problem, other_, model_) < CostOf(problem, plan, model_)) {
    std::swap(plan, other_);
  }
}

void ReshardPlanner::PlanWhole(const ReshardProblem& problem, PlanChoice choice,
                               ReshardPlan& plan) {
  const size_t rank = problem.from.size();
  plan.Clear(rank);
  StepWriter writer(plan, problem.renumber);
  const UnreducedChange change = ChangeOf(problem);
  if (!change.reduced.empty()) {
    writer.OneList(StepKind::kAllReduce, change.reduced, problem.from,
                   change.kept);
  }

  const UnreducedPlan made =
      PlanUnreduced(problem.from, problem.to, change.made);
  std::vector<ResolvedList> middle(problem.to.begin(), problem.to.end());
  for (size_t d = 0; d < rank; ++d) {
    if (made.keeps[d]) middle[d] = problem.from[d];
  }
  ReshardProblem dims = problem;
  dims.to = middle;
  dims.unreduced_from = dims.unreduced_to = change.kept;
  PlanDims(dims, choice, dims_);
  plan.Append(dims_);

  std::vector<Axes> held(rank);
  for (size_t d = 0; d < rank; ++d) {
    const ResolvedList list = plan.steps().empty()
                                  ? problem.from[d]
                                  : plan.layout(plan.steps().back(), d);
    held[d].assign(list.begin(), list.end());
  }
  Axes unreduced = change.kept;
  if (!made.from_replicated.empty()) {
    unreduced.insert(unreduced.end(), made.from_replicated.begin(),
                     made.from_replicated.end());
    SortAndMerge(unreduced);
    writer.OneList(StepKind::kReplicatedToUnreduced, made.from_replicated, held,
                   unreduced, /*on_target=*/true);
  }
  if (made.AnyFromSharded()) {
    for (size_t d = 0; d < rank; ++d) {
      if (!made.keeps[d]) continue;
      held[d].assign(problem.to[d].begin(), problem.to[d].end());
    }
    writer.PerDim(StepKind::kShardedToUnreduced, made.from_sharded, held,
                  problem.unreduced_to, /*on_target=*/true);
  }
  FuseSteps(problem, plan);
}

const char* ReshardPlanner::Plan(const ReshardProblem& given, PlanChoice choice,
                                 ReshardPlan& plan) {
  const bool makes = !ChangeOf(given).made.empty();
  if (makes && given.reduction_to != ReductionKind::kSum) {
    return "a tensor can be made into partial sums, but not into partial "
           "maxima or minima";
  }
  const WithoutSizeOne real(given);
  const ReshardProblem& problem = makes ? real.problem() : given;
  PlanWhole(problem, PlanChoice::kDefault, plan);
  if (choice == PlanChoice::kBest) {
    PlanWhole(problem, PlanChoice::kBest, whole_);
    if (FindPlanFault(problem, whole_) == nullptr &&
        CostOf(problem, whole_, model_) < CostOf(problem, plan, model_)) {
      std::swap(plan, whole_);
    }
  }
  return FindPlanFault(problem, plan);
}

}  // namespace shardflow::internal
