#include "lower/cost_model.h"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "lower/reshard_cost.h"
#include "lower/reshard_planner.h"
#include "lower/topology.h"
#include "lower/topology_text.h"

namespace shardflow::internal {
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

// Prices a step along one axis, for one megabyte per device.
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

// On two nodes of eight devices, the second axis stays within a node, and the
// first one crosses nodes.
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

// Axis 0 of a 2x8 mesh crosses nodes, and axis 1 stays within a node. With the
// devices in another order, the axes switch roles.
TEST(CostModel, Links) {
  const auto links = [](const CostModel& model, const Mesh& mesh,
                        std::vector<int64_t> along) {
    std::vector<ResolvedAxis> axes;
    StepLoad load;
    load.kind = StepKind::kAllGather;
    load.held = 1000;
    for (const int64_t axis : along) {
      const int64_t size = mesh.axes[static_cast<size_t>(axis)].size;
      axes.push_back({1, size, axis});
      load.group *= size;
    }
    load.axes = axes;
    return model.LinksOf(load);
  };
  Mesh mesh = MeshOf({2, 8});
  EXPECT_EQ(links(ModelOf("h100", mesh), mesh, {0}), "network");
  EXPECT_EQ(links(ModelOf("h100", mesh), mesh, {1}), "node");
  EXPECT_EQ(links(ModelOf("h100", mesh), mesh, {0, 1}), "network");
  EXPECT_EQ(links(CostModel(), mesh, {0}), "");
  for (int64_t i = 0; i < 16; ++i) mesh.device_ids.push_back(i % 8 * 2 + i / 8);
  EXPECT_EQ(links(ModelOf("h100", mesh), mesh, {0}), "node");
  EXPECT_EQ(links(ModelOf("h100", mesh), mesh, {1}), "network");
  const Mesh square = MeshOf({4, 4});
  EXPECT_EQ(links(ModelOf("v5e", square), square, {0}), "dim 0");
  EXPECT_EQ(links(ModelOf("v5e", square), square, {1}), "dim 1");
  EXPECT_EQ(links(ModelOf("v5e", square), square, {1, 0}), "dims 0, 1");
}

// The device order matters. If neighbours are on different nodes, the second
// axis crosses nodes.
TEST(CostModel, DevicesHaveTheNumbersOfTheMesh) {
  Mesh mesh = MeshOf({2, 8});
  for (int64_t i = 0; i < 16; ++i) mesh.device_ids.push_back(i % 2 * 8 + i / 2);
  EXPECT_GT(
      Price(ModelOf("h100", mesh), StepKind::kAllGather, mesh, 1).seconds,
      Price(ModelOf("h100", MeshOf({2, 8})), StepKind::kAllGather, mesh, 1)
          .seconds);
}

// The cheapest plan is chosen for the machine, so it is never slower than the
// default one.
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

TEST(TopologyText, Nodes) {
  Error error;
  const std::optional<Topology> t = ParseTopology(
      "# two of them\n"
      "kind = \"nodes\"  # behind a switch\n"
      "launch = 6e-6\r\n\n"
      "per_node = 8\n"
      "inner = { bandwidth = 450e9, latency = 1e-6 }\n"
      "outer = {latency=5e-6,bandwidth=50e9}",
      error);
  ASSERT_TRUE(t.has_value()) << error.message;
  const Mesh mesh = MeshOf({2, 8});
  EXPECT_EQ(Price(CostModel(*t, mesh), StepKind::kAllReduce, mesh, 0),
            Price(ModelOf("h100", mesh), StepKind::kAllReduce, mesh, 0));
}

TEST(TopologyText, Torus) {
  Error error;
  const std::optional<Topology> t = ParseTopology(
      "kind = \"torus\"\nlaunch = 1e-6\ndims = [4, 4]\nwrap = false\n"
      "link = { bandwidth = 45e9, latency = 1e-6 }\n",
      error);
  ASSERT_TRUE(t.has_value()) << error.message;
  EXPECT_EQ(t->dims, (std::vector<int64_t>{4, 4}));
  EXPECT_FALSE(t->wrap);
}

TEST(TopologyText, Mistakes) {
  struct Case {
    const char* text;
    size_t offset;  // of the line, or kWholeTopology
    const char* message;
  };
  const Case cases[] = {
      {"", kWholeTopology, "'kind' is missing"},
      {"kind", 0, "expected KEY = VALUE"},
      {"kind = nodes", 0, "expected \"nodes\" or \"torus\""},
      {"kind = \"nodes\"\nspeed = 1", 15, "there is no key 'speed'"},
      {"launch = 1\nlaunch = 1", 11, "'launch' is given twice"},
      {"launch = -1", 0, "expected seconds, such as 1e-6"},
      {"launch = nan", 0, "expected seconds, such as 1e-6"},
      {"per_node = 0", 0, "expected a number of devices, at least 1"},
      {"per_node = 99999999999999999999", 0,
       "expected a number of devices, at least 1"},
      {"wrap = yes", 0, "expected true or false"},
      {"dims = 4", 0, "expected devices along each dimension, such as [4, 4]"},
      {"dims = []", 0, "expected devices along each dimension, such as [4, 4]"},
      {"link = { latency = 1 }", 0,
       "expected { bandwidth = 450e9, latency = 1e-6 }"},
      {"link = { bandwidth = 0 }", 0, "expected bytes a second, such as 450e9"},
      {"link = { width = 1 }", 0,
       "'width = 1' is neither a bandwidth nor a latency"},
      {"kind = \"nodes\"", kWholeTopology, "'per_node' is missing"},
      {"kind = \"torus\"\nper_node = 8", kWholeTopology,
       "'per_node' is for the other kind"},
  };
  for (const Case& c : cases) {
    Error error;
    EXPECT_FALSE(ParseTopology(c.text, error)) << c.text;
    EXPECT_EQ(error.message, c.message) << c.text;
    EXPECT_EQ(error.offset, c.offset) << c.text;
  }
}

}  // namespace
}  // namespace shardflow::internal
