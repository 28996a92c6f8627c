#ifndef SHARDFLOW_API_PLAN_NAMES_H_
#define SHARDFLOW_API_PLAN_NAMES_H_

#include <optional>
#include <string_view>

#include "shardflow/plan_choice.h"

// Looks up choices and names in kPlanChoiceNames.

namespace shardflow::internal {

// Returns the name of a choice, or "" if the value isn't an enumerator.
constexpr std::string_view PlanName(PlanChoice plan) {
  for (const PlanChoiceName& choice : kPlanChoiceNames) {
    if (choice.value == plan) return choice.name;
  }
  return "";
}
// Returns the choice with this name, or nullopt if there is none.
constexpr std::optional<PlanChoice> ParsePlan(std::string_view name) {
  for (const PlanChoiceName& choice : kPlanChoiceNames) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_PLAN_NAMES_H_
