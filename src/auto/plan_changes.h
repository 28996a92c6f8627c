#ifndef SHARDFLOW_AUTO_PLAN_CHANGES_H_
#define SHARDFLOW_AUTO_PLAN_CHANGES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "auto/plan.h"
#include "auto/plan_search.h"

// Explains a plan by the cost of alternatives, each of which differs in one
// decision.

namespace shardflow::internal {

// A variant of a plan that differs in one decision.
struct PlanChange {
  enum class Kind : uint8_t {
    kRemove,  // removes the colour from the axis
    kMove,    // moves the colour to another axis
    kAdd,     // adds the colour to the axis
    kSpare,   // switches Plan::Axis::spares_parameters
  };
  Kind kind{};
  int32_t colour = kNoColour;
  size_t axis = 0;
  size_t to = 0;        // for kMove: the other axis
  bool spares = false;  // for kSpare: the new value of spares_parameters
  PlanScore score = {};
};

// A decision and its alternatives, fastest first. The decision is about one
// colour or, for kNoColour, about whether the axis spares parameters.
struct PlanDecision {
  int32_t colour = kNoColour;
  // The axis of the colour, or the axis for which parameters may be spared. The
  // number of axes if the colour isn't sharded.
  size_t axis = 0;
  std::vector<PlanChange> changes;
};

// Returns the decisions that are part of the plan, by axis, then those for
// colours that aren't sharded. A colour added to an axis goes first or last in
// its list, whichever is faster.
std::vector<PlanDecision> DecisionsOf(
    const Plan& plan, size_t colours, bool may_spare_parameters,
    const std::function<PlanScore(const Plan&)>& score);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_PLAN_CHANGES_H_
