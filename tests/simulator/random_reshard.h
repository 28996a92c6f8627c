#ifndef SHARDFLOW_TESTS_SIMULATOR_RANDOM_RESHARD_H_
#define SHARDFLOW_TESTS_SIMULATOR_RANDOM_RESHARD_H_

#include <string>
#include <string_view>

#include "lower/reshard_planner.h"

namespace shardflow::internal {

// A reshard made of any bytes: a mesh, a shape, two shardings with unreduced
// axes. Plans it both ways, executes both plans (simulator/plan_simulator.h)
// and compares what they cost. What is wrong, and for which reshard, as
// arguments of `shardflow reshard`; empty if nothing is.
std::string CheckReshardOf(std::string_view bytes, ReshardPlanner& planner);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_SIMULATOR_RANDOM_RESHARD_H_
