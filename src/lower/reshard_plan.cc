#include "lower/reshard_plan.h"

#include <algorithm>

#include "lower/axes.h"

namespace shardflow::internal {
namespace {

void Append(Axes& axes, ResolvedList more) {
  for (const ResolvedAxis& axis : more) AppendOrMerge(axes, axis);
}

// Removes `gone` from the end of `axes`. Returns false if `axes` doesn't end
// with `gone`.
bool Remove(Axes& axes, ResolvedList gone) {
  for (size_t i = gone.size(); i > 0; --i) {
    const ResolvedAxis& axis = gone[i - 1];
    if (axes.empty() || axes.back().axis != axis.axis ||
        axes.back().hi != axis.hi || axes.back().lo > axis.lo) {
      return false;
    }
    if (axes.back().lo == axis.lo) {
      axes.pop_back();
    } else {
      axes.back().hi = axis.lo;
    }
  }
  return true;
}

// Whether all axes of the layout and all unreduced axes can be used together:
// none overlap, their cuts fit together, and neighbours are merged.
bool IsValid(const ReshardPlan& plan, const PlanStep& step, Axes& used) {
  used.clear();
  for (size_t d = 0; d <= plan.rank(); ++d) {
    const ResolvedList list =
        d < plan.rank() ? plan.layout(step, d) : plan.list(step.unreduced);
    for (size_t i = 0; i < list.size(); ++i) {
      if (d < plan.rank() && i > 0 && CanMerge(list[i - 1], list[i])) {
        return false;
      }
      for (const ResolvedAxis& other : used) {
        if (Overlaps(list[i], other) || !CanCoexist(list[i], other)) {
          return false;
        }
      }
      used.push_back(list[i]);
    }
  }
  return true;
}

// Applies the step to `axes`, the axes of dimension `dim` before the step.
// Returns false if they don't end with the axes that the step removes.
bool Apply(const ReshardPlan& plan, const PlanStep& step, size_t dim,
           Axes& axes) {
  switch (step.kind) {
    case StepKind::kAllSlice:
    case StepKind::kReduceScatter:
      Append(axes, plan.axes(step, dim));
      return true;
    case StepKind::kAllGather:
    case StepKind::kShardedToUnreduced:
      return Remove(axes, plan.axes(step, dim));
    case StepKind::kAllToAll:
      for (const PlanMove& move : plan.moves(step)) {
        if (move.source == static_cast<int32_t>(dim)) {
          if (!Remove(axes, plan.list(move.axes))) return false;
        } else if (move.target == static_cast<int32_t>(dim)) {
          Append(axes, plan.list(move.axes));
        }
      }
      return true;
    default:
      return true;
  }
}

// Applies the step to the unreduced axes. Returns false if that isn't possible.
bool ApplyToUnreduced(const ReshardPlan& plan, const PlanStep& step,
                      Axes& unreduced) {
  Axes named;
  if (HasAxesPerDim(step.kind)) {
    for (size_t d = 0; d < plan.rank(); ++d) {
      const ResolvedList axes = plan.axes(step, d);
      named.insert(named.end(), axes.begin(), axes.end());
    }
  } else if (step.kind == StepKind::kAllReduce ||
             step.kind == StepKind::kReplicatedToUnreduced) {
    const ResolvedList axes = plan.list(step.axes);
    named.assign(axes.begin(), axes.end());
  }
  switch (step.kind) {
    case StepKind::kAllReduce:
    case StepKind::kReduceScatter: {
      SortAndMerge(named);
      Axes merged = unreduced;
      SortAndMerge(merged);
      if (!AreWithin(named, merged)) return false;
      unreduced = Difference(merged, named);
      return true;
    }
    case StepKind::kShardedToUnreduced:
    case StepKind::kReplicatedToUnreduced:
      unreduced.insert(unreduced.end(), named.begin(), named.end());
      return true;
    default:
      return true;
  }
}

}  // namespace

bool HasAxesPerDim(StepKind kind) {
  return kind == StepKind::kAllSlice || kind == StepKind::kAllGather ||
         kind == StepKind::kReduceScatter ||
         kind == StepKind::kShardedToUnreduced;
}

void ReshardPlan::Clear(size_t rank) {
  rank_ = rank;
  steps_.clear();
  moves_.clear();
  axes_.clear();
  ends_.assign(1, 0);
}

uint32_t ReshardPlan::AddList(ResolvedList list) {
  const uint32_t id = NextList();
  axes_.insert(axes_.end(), list.begin(), list.end());
  ends_.push_back(static_cast<uint32_t>(axes_.size()));
  return id;
}

uint32_t ReshardPlan::AddMove(const PlanMove& move) {
  moves_.push_back(move);
  return static_cast<uint32_t>(moves_.size() - 1);
}

void ReshardPlan::Append(const ReshardPlan& other) {
  const uint32_t lists = NextList();
  const auto first_move = static_cast<uint32_t>(moves_.size());
  for (uint32_t i = 0; i < other.NextList(); ++i) AddList(other.list(i));
  for (PlanMove move : other.moves_) {
    move.axes += lists;
    moves_.push_back(move);
  }
  for (PlanStep step : other.steps_) {
    step.axes += lists;
    step.first_move += first_move;
    step.layout += lists;
    step.unreduced += lists;
    steps_.push_back(step);
  }
}

const char* FindPlanFault(const ReshardProblem& problem,
                          const ReshardPlan& plan) {
  const size_t rank = problem.from.size();
  Axes axes;
  Axes unreduced(problem.unreduced_from.begin(), problem.unreduced_from.end());
  const PlanStep* before = nullptr;
  const auto held = [&](size_t dim) {
    return before == nullptr ? problem.from[dim] : plan.layout(*before, dim);
  };
  bool on_target = false;
  for (const PlanStep& step : plan.steps()) {
    const bool permutes = step.kind == StepKind::kCollectivePermute;
    if (step.on_target_mesh != on_target &&
        (!permutes || on_target || !problem.renumber)) {
      return "the mesh changes without a permute";
    }
    on_target = step.on_target_mesh;
    for (size_t d = 0; d < rank; ++d) {
      const ResolvedList old = held(d), now = plan.layout(step, d);
      if (permutes) {
        if (Product(old) != Product(now)) return "a permute changes sizes";
        continue;
      }
      axes.assign(old.begin(), old.end());
      if (!Apply(plan, step, d, axes) || !ListsEqual(axes, now)) {
        return "a step doesn't fit the layout before it";
      }
    }
    if (!ApplyToUnreduced(plan, step, unreduced) ||
        !SameSet(unreduced, plan.list(step.unreduced))) {
      return "a step doesn't fit the unreduced axes before it";
    }
    if (!IsValid(plan, step, axes)) return "a layout uses an axis twice";
    before = &step;
  }
  for (size_t d = 0; d < rank; ++d) {
    if (!SameLayout(held(d), problem.to[d])) return "the target isn't reached";
  }
  if (!SameSet(unreduced, problem.unreduced_to)) {
    return "the target's unreduced axes aren't reached";
  }
  return on_target == problem.renumber ? nullptr
                                       : "the mesh is not the target's";
}

}  // namespace shardflow::internal
