#ifndef SHARDFLOW_AUTO_PLAN_CHANGES_H_
#define SHARDFLOW_AUTO_PLAN_CHANGES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "auto/plan.h"
#include "auto/plan_search.h"

// Explains a plan: what it would cost if one of its decisions were made
// differently.

namespace shardflow::internal {

// The plan with one decision changed.
struct PlanChange {
  enum class Kind : uint8_t {
    kRemove,  // removes the colour from the axis
    kMove,    // moves the colour from the axis to another
    kAdd,     // adds the colour to the axis
    kSpare,   // the axis spares parameters, or no longer does
  };
  Kind kind{};
  int32_t colour = kNoColour;
  size_t axis = 0;
  size_t to = 0;        // of kMove: the other axis
  bool spares = false;  // of kSpare: whether the axis now spares them
  PlanScore score = {};
};

// All changes that are about one colour, or, for kNoColour, about whether the
// axis spares parameters. Those that would be fastest come first.
struct PlanDecision {
  int32_t colour = kNoColour;
  // The axis that the colour has, or that might spare parameters. If the colour
  // has no axis, the number of axes.
  size_t axis = 0;
  std::vector<PlanChange> changes;
};

// Returns the decisions that are part of the plan, by axis, then those for
// colours that have no axis. A colour added to an axis goes first or last in
// its list, whichever is faster.
std::vector<PlanDecision> DecisionsOf(
    const Plan& plan, size_t colours, bool may_spare_parameters,
    const std::function<PlanScore(const Plan&)>& score);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_PLAN_CHANGES_H_
