#include "simulator/plan_simulator.h"

#include <cstdlib>
#include <memory>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "simulator/random_reshard.h"

// Tests random reshards, including padded and unreduced ones. Executing the
// default plan or the best one must produce the target and move exactly as many
// bytes as its price says. The best plan must never move more bytes than the
// default one.
//
//   SHARDFLOW_RANDOM_PLANS=100000 tests/unit_test --gtest_filter='PlanSim*'

namespace shardflow::internal {
namespace {

TEST(PlanSimulator, RandomPlans) {
  const char* const wanted = std::getenv("SHARDFLOW_RANDOM_PLANS");
  const int count = wanted == nullptr ? 1500 : std::atoi(wanted);
  std::mt19937_64 random(20261122);
  auto planner = std::make_unique<ReshardPlanner>();
  int faults = 0;
  for (int i = 0; i < count && faults < 20; ++i) {
    // A planner keeps a graph for each mesh and rank it has seen.
    if (i % 1000 == 999) planner = std::make_unique<ReshardPlanner>();
    std::string bytes(96, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    const std::string fault = CheckReshardOf(bytes, *planner);
    EXPECT_EQ(fault, "") << "reshard " << i;
    faults += fault.empty() ? 0 : 1;
  }
}

}  // namespace
}  // namespace shardflow::internal
