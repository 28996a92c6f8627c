// Executes plans of reshards. The bytes determine a mesh, a shape and two
// shardings.

#include <string>

#include "fuzz/targets.h"
#include "simulator/random_reshard.h"

namespace shardflow::internal::fuzz {

void FuzzPlan(std::string_view input) {
  ReshardPlanner planner;
  const std::string fault = CheckReshardOf(input, planner);
  if (!fault.empty()) Fault("a plan is wrong", fault);
}

}  // namespace shardflow::internal::fuzz
