#ifndef SHARDFLOW_PLAN_CHOICE_H_
#define SHARDFLOW_PLAN_CHOICE_H_

#include <cstdint>

namespace shardflow {

// Which plan a reshard gets.
enum class PlanChoice : uint8_t {
  kDefault,  // Shardy's
  kBest,     // the cheapest: fewest bytes, then fewest steps
};

// As flags and options spell it.
struct PlanChoiceName {
  PlanChoice value;
  const char* name;
};
inline constexpr PlanChoiceName kPlanChoiceNames[] = {
    {PlanChoice::kDefault, "default"},
    {PlanChoice::kBest, "best"},
};

}  // namespace shardflow

#endif  // SHARDFLOW_PLAN_CHOICE_H_
