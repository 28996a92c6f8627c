#include "lower/cost_model.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "lower/reshard_cost.h"
#include "lower/reshard_planner.h"
#include "lower/topology.h"

namespace shardflow {
namespace {

Mesh MeshOf(const std::vector<int64_t>& sizes) {
  Mesh mesh;
  for (size_t i = 0; i < sizes.size(); ++i) {
    mesh.axes.push_back({NameId(i), 0, sizes[i]});
  }
  return mesh;
}

CostModel ModelOf(const char* name, const Mesh& mesh) {
  const std::optional<Topology> topology = FindTopology(name, mesh.TotalSize());
  EXPECT_TRUE(topology.has_value());
  return CostModel(topology.value_or(Topology()), mesh);
}

// One megabyte on each of the devices along the axis.
StepCost Price(const CostModel& model, StepKind kind, const Mesh& mesh,
               int64_t axis) {
  const ResolvedAxis axes[] = {
      {1, mesh.axes[static_cast<size_t>(axis)].size, axis}};
  return model.Price(
      {.kind = kind, .held = 1000000, .group = axes[0].size(), .axes = axes});
}

TEST(CostModel, WithoutTopologyThereAreBytesAlone) {
  const Mesh mesh = MeshOf({2, 8});
  const CostModel model;
  EXPECT_EQ(Price(model, StepKind::kAllGather, mesh, 1),
            (StepCost{7000000, 0}));
  EXPECT_EQ(Price(model, StepKind::kReduceScatter, mesh, 1),
            (StepCost{875000, 0}));
  EXPECT_EQ(Price(model, StepKind::kAllReduce, mesh, 1),
            (StepCost{1750000, 0}));
  EXPECT_EQ(Price(model, StepKind::kAllSlice, mesh, 1), StepCost{});
}

// Two nodes of eight: the second axis stays inside, the first one leaves.
TEST(CostModel, NodesInsideAndOutside) {
  const Mesh mesh = MeshOf({2, 8});
  const CostModel model = ModelOf("h100", mesh);
  EXPECT_DOUBLE_EQ(Price(model, StepKind::kAllGather, mesh, 1).seconds,
                   6e-6 + 7e-6 + 7e6 / 450e9);
  EXPECT_DOUBLE_EQ(Price(model, StepKind::kAllGather, mesh, 0).seconds,
                   6e-6 + 2 * 5e-6 + 1e6 / 50e9);
  EXPECT_DOUBLE_EQ(Price(model, StepKind::kAllToAll, mesh, 0).seconds,
                   6e-6 + 0.5e6 / 50e9 + 5e-6);
}

TEST(CostModel, TorusAndGrid) {
  const Mesh mesh = MeshOf({4, 4});
  const CostModel torus = ModelOf("v5e", mesh),
                  grid = ModelOf("v5e_grid", mesh);
  EXPECT_DOUBLE_EQ(Price(torus, StepKind::kAllGather, mesh, 0).seconds,
                   1e-6 + 2e-6 + 3e6 / 90e9);
  EXPECT_DOUBLE_EQ(Price(grid, StepKind::kAllGather, mesh, 0).seconds,
                   1e-6 + 3e-6 + 3e6 / 45e9);
  EXPECT_DOUBLE_EQ(Price(torus, StepKind::kAllToAll, mesh, 1).seconds,
                   1e-6 + 2e-6 + 1e6 * 4 / 8 / 45e9);
}

// The order of devices counts: with neighbours in other nodes the second axis
// leaves its node.
TEST(CostModel, DevicesHaveTheNumbersOfTheMesh) {
  Mesh mesh = MeshOf({2, 8});
  for (int64_t i = 0; i < 16; ++i) mesh.device_ids.push_back(i % 2 * 8 + i / 2);
  EXPECT_GT(
      Price(ModelOf("h100", mesh), StepKind::kAllGather, mesh, 1).seconds,
      Price(ModelOf("h100", MeshOf({2, 8})), StepKind::kAllGather, mesh, 1)
          .seconds);
}

// The cheapest plan is one for the machine: never slower than the default.
TEST(CostModel, BestPlansTakeLessTime) {
  const Mesh mesh = MeshOf({2, 8});
  const ResolvedAxis x[] = {{1, 2, 0}}, y[] = {{1, 8, 1}};
  const std::vector<int64_t> shape = {1024, 1024};
  const std::vector<ResolvedList> from = {x, y}, to = {y, {}};
  const ReshardProblem problem{.mesh = &mesh,
                               .shape = shape,
                               .element_bits = 32,
                               .from = from,
                               .to = to};
  for (const char* name : {"h100", "v5e", "v5e_grid"}) {
    ReshardPlanner planner(ModelOf(name, mesh));
    ReshardPlan usual, best;
    ASSERT_EQ(planner.Plan(problem, PlanChoice::kDefault, usual), nullptr);
    ASSERT_EQ(planner.Plan(problem, PlanChoice::kBest, best), nullptr);
    const PlanCost cost = CostOf(problem, best, planner.model());
    EXPECT_GT(cost.seconds, 0);
    EXPECT_LE(cost, CostOf(problem, usual, planner.model()));
  }
  EXPECT_FALSE(FindTopology("h200", 16));
}

}  // namespace
}  // namespace shardflow
