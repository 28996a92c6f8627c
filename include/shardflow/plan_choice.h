#ifndef SHARDFLOW_PLAN_CHOICE_H_
#define SHARDFLOW_PLAN_CHOICE_H_

#include <cstdint>

namespace shardflow {

// How the plan of a reshard is chosen.
enum class PlanChoice : uint8_t {
  kDefault,  // as Shardy chooses it
  kBest,     // the plan with the fewest bytes, then the fewest steps
};

// The name of a choice in flags and in pass options.
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
