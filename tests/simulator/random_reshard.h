#ifndef SHARDFLOW_TESTS_SIMULATOR_RANDOM_RESHARD_H_
#define SHARDFLOW_TESTS_SIMULATOR_RANDOM_RESHARD_H_

#include <string>
#include <string_view>

#include "lower/reshard_planner.h"

namespace shardflow::internal {

// Makes a reshard from any bytes: a mesh, a shape, and two shardings with
// unreduced axes. Then makes the default and the best plan, executes them
// (simulator/plan_simulator.h), and compares how many bytes they move. Returns
// what is wrong, together with the reshard, written as arguments of `shardflow
// reshard`; "" if nothing is wrong.
std::string CheckReshardOf(std::string_view bytes, ReshardPlanner& planner);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_SIMULATOR_RANDOM_RESHARD_H_
