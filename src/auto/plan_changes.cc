#include "auto/plan_changes.h"

#include <algorithm>
#include <utility>

namespace shardflow::internal {
namespace {

using ScoreOf = std::function<PlanScore(const Plan&)>;

// Returns the score of the plan with the colour first or last in the axis's
// list, whichever is faster.
PlanScore WithColour(const Plan& plan, size_t axis, int32_t colour,
                     const ScoreOf& score) {
  Plan last = plan;
  std::vector<int32_t>& list = last.axes[axis].colours;
  list.push_back(colour);
  const PlanScore as_last = score(last);
  if (list.size() == 1) return as_last;
  std::rotate(list.begin(), list.end() - 1, list.end());
  const PlanScore as_first = score(last);
  return as_first.seconds < as_last.seconds ? as_first : as_last;
}

bool Has(const Plan& plan, size_t axis, int32_t colour) {
  const std::vector<int32_t>& list = plan.axes[axis].colours;
  return std::find(list.begin(), list.end(), colour) != list.end();
}

PlanDecision AboutColourOnAxis(const Plan& plan, size_t axis, int32_t colour,
                               const ScoreOf& score) {
  PlanDecision decision{colour, axis, {}};
  Plan without = plan;
  without.axes[axis].Remove(colour);
  decision.changes.push_back({.kind = PlanChange::Kind::kRemove,
                              .colour = colour,
                              .axis = axis,
                              .score = score(without)});
  for (size_t to = 0; to < plan.axes.size(); ++to) {
    if (to == axis || Has(plan, to, colour)) continue;
    decision.changes.push_back(
        {.kind = PlanChange::Kind::kMove,
         .colour = colour,
         .axis = axis,
         .to = to,
         .score = WithColour(without, to, colour, score)});
  }
  return decision;
}

}  // namespace

std::vector<PlanDecision> DecisionsOf(const Plan& plan, size_t colours,
                                      bool may_spare_parameters,
                                      const ScoreOf& score) {
  std::vector<PlanDecision> decisions;
  std::vector<char> has_axis(colours, 0);
  for (size_t axis = 0; axis < plan.axes.size(); ++axis) {
    for (const int32_t colour : plan.axes[axis].colours) {
      has_axis[static_cast<size_t>(colour)] = 1;
      decisions.push_back(AboutColourOnAxis(plan, axis, colour, score));
    }
    if (!may_spare_parameters) continue;
    Plan other = plan;
    bool& spares = other.axes[axis].spares_parameters;
    spares = !spares;
    decisions.push_back({kNoColour, axis, {}});
    decisions.back().changes.push_back({.kind = PlanChange::Kind::kSpare,
                                        .axis = axis,
                                        .spares = spares,
                                        .score = score(other)});
  }
  for (size_t c = 0; c < colours; ++c) {
    if (has_axis[c] != 0) continue;
    const auto colour = static_cast<int32_t>(c);
    PlanDecision& decision =
        decisions.emplace_back(PlanDecision{colour, plan.axes.size(), {}});
    for (size_t axis = 0; axis < plan.axes.size(); ++axis) {
      decision.changes.push_back(
          {.kind = PlanChange::Kind::kAdd,
           .colour = colour,
           .axis = axis,
           .score = WithColour(plan, axis, colour, score)});
    }
  }
  for (PlanDecision& decision : decisions) {
    std::stable_sort(decision.changes.begin(), decision.changes.end(),
                     [](const PlanChange& a, const PlanChange& b) {
                       return a.score.seconds < b.score.seconds;
                     });
  }
  return decisions;
}

}  // namespace shardflow::internal
