#include "lower/reshard_plan.h"

#include <algorithm>
#include <iterator>

#include "sharding/axis.h"

namespace shardflow {
namespace {

using Axes = std::vector<ResolvedAxis>;

// In the order of StepKind.
constexpr std::string_view kNames[] = {"all_slice",
                                       "all_gather",
                                       "all_to_all",
                                       "collective_permute",
                                       "all_reduce",
                                       "reduce_scatter",
                                       "sharded_to_unreduced",
                                       "replicated_to_unreduced"};

int64_t Product(ResolvedList axes) {
  int64_t product = 1;
  for (const ResolvedAxis& axis : axes) {
    product = SaturatingProduct(product, axis.size());
  }
  return product;
}

void Append(Axes& axes, ResolvedList more) {
  for (const ResolvedAxis& axis : more) AppendOrMerge(axes, axis);
}

// Takes `gone` off the end of `axes`; false if it doesn't end so.
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

// No two axes of the layout and of the unreduced axes are in each other's way.
bool IsValid(const ReshardPlan& plan, const PlanStep& step) {
  const size_t lists = plan.rank() + 1;
  const auto list = [&](size_t i) {
    return i < plan.rank() ? plan.layout(step, i) : plan.list(step.unreduced);
  };
  for (size_t i = 0; i < lists; ++i) {
    const ResolvedList a = list(i);
    for (size_t k = 0; k < a.size(); ++k) {
      if (i < plan.rank() && k > 0 && CanMerge(a[k - 1], a[k])) return false;
      for (size_t j = i; j < lists; ++j) {
        const ResolvedList b = list(j);
        for (size_t l = j == i ? k + 1 : 0; l < b.size(); ++l) {
          if (Overlaps(a[k], b[l]) || !CanCoexist(a[k], b[l])) return false;
        }
      }
    }
  }
  return true;
}

bool IsLikeSlice(StepKind kind) {
  return kind == StepKind::kAllSlice || kind == StepKind::kReduceScatter;
}
bool IsLikeGather(StepKind kind) {
  return kind == StepKind::kAllGather || kind == StepKind::kShardedToUnreduced;
}

// Axes of size 1 don't count.
bool SameLayout(ResolvedList a, ResolvedList b) {
  size_t i = 0, j = 0;
  while (true) {
    while (i < a.size() && a[i].size() == 1) ++i;
    while (j < b.size() && b[j].size() == 1) ++j;
    if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
    if (!(a[i++] == b[j++])) return false;
  }
}

// What the dimension has after the step, by the axes that it names.
bool Apply(const ReshardPlan& plan, const PlanStep& step, size_t dim,
           Axes& axes) {
  const auto d = static_cast<int32_t>(dim);
  if (IsLikeSlice(step.kind)) {
    Append(axes, plan.list(step.axes + static_cast<uint32_t>(dim)));
  } else if (IsLikeGather(step.kind)) {
    return Remove(axes, plan.list(step.axes + static_cast<uint32_t>(dim)));
  } else if (step.kind == StepKind::kAllToAll && step.source == d) {
    return Remove(axes, plan.list(step.axes));
  } else if (step.kind == StepKind::kAllToAll && step.target == d) {
    Append(axes, plan.list(step.axes));
  }
  return true;
}

}  // namespace

std::optional<StepKind> FindStep(std::string_view name) {
  const auto at = std::find(std::begin(kNames), std::end(kNames), name);
  if (at == std::end(kNames)) return std::nullopt;
  return static_cast<StepKind>(at - std::begin(kNames));
}

bool IsCommunication(StepKind kind) {
  return kind == StepKind::kAllGather || kind == StepKind::kAllToAll ||
         kind == StepKind::kAllReduce || kind == StepKind::kReduceScatter;
}

void ReshardPlan::Clear(size_t rank) {
  rank_ = rank;
  steps_.clear();
  axes_.clear();
  ends_.assign(1, 0);
}

uint32_t ReshardPlan::AddList(ResolvedList list) {
  const uint32_t id = NextList();
  axes_.insert(axes_.end(), list.begin(), list.end());
  ends_.push_back(static_cast<uint32_t>(axes_.size()));
  return id;
}

const char* FindPlanFault(const ReshardProblem& problem,
                          const ReshardPlan& plan) {
  const size_t rank = problem.from.size();
  Axes axes;
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
    if (!IsValid(plan, step)) return "a layout uses an axis twice";
    before = &step;
  }
  for (size_t d = 0; d < rank; ++d) {
    if (!SameLayout(held(d), problem.to[d])) return "the target isn't reached";
  }
  return on_target == problem.renumber ? nullptr
                                       : "the mesh is not the target's";
}

}  // namespace shardflow
