#include "lower/cost_model.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/intern.h"
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

// Reads a topology with links for each axis. The names of the axes of MeshOf
// are "a", "b" and so on.
std::optional<Topology> ByAxis(std::string_view text, const Mesh& mesh,
                               Error& error) {
  StringStore names;
  for (char name = 'a'; name < 'e'; ++name) names.Intern({&name, 1});
  return ReadTopology(text, mesh, names, error);
}

constexpr std::string_view kLikeNodes =
    "kind = \"axes\"\nlaunch = 6e-6\n"
    "axes.a = { bandwidth = 50e9, latency = 5e-6 }\n"
    "axes.b = { bandwidth = 450e9, latency = 1e-6 }\n";

// If the slower axis has the bandwidth of a card and the faster one that of a
// switch, collectives along the faster axis or both take as long as in nodes.
// Device ids don't matter.
TEST(CostModel, AxesLikeNodes) {
  for (const bool shuffled : {false, true}) {
    Mesh mesh = MeshOf({2, 8});
    const CostModel nodes = ModelOf("h100", mesh);
    for (int64_t i = 0; shuffled && i < 16; ++i) {
      mesh.device_ids.push_back(i * 7 % 16);
    }
    Error error;
    const std::optional<Topology> topology = ByAxis(kLikeNodes, mesh, error);
    ASSERT_TRUE(topology) << error.message;
    const CostModel axes(*topology, mesh);
    for (const StepKind kind :
         {StepKind::kAllGather, StepKind::kReduceScatter, StepKind::kAllReduce,
          StepKind::kAllToAll, StepKind::kCollectivePermute,
          StepKind::kAllSlice}) {
      EXPECT_EQ(Price(axes, kind, mesh, 1), Price(nodes, kind, mesh, 1));
      const ResolvedAxis all[] = {{1, 2, 0}, {1, 8, 1}};
      // A part of each axis.
      const ResolvedAxis parts[] = {{1, 2, 0}, {2, 8, 1}};
      for (const ResolvedList list : {ResolvedList(all), ResolvedList(parts)}) {
        const StepLoad load = {.kind = kind,
                               .held = 1000000,
                               .realigned = 1000,
                               .group = list[0].size() * list[1].size(),
                               .axes = list};
        EXPECT_EQ(axes.Price(load), nodes.Price(load));
      }
    }
    const ResolvedAxis all[] = {{1, 8, 1}, {1, 2, 0}};
    EXPECT_EQ(axes.LinksOf({.kind = StepKind::kAllGather,
                            .held = 1000,
                            .group = 16,
                            .axes = all}),
              "axes a, b");
    EXPECT_EQ(axes.LinksOf({.kind = StepKind::kAllGather,
                            .held = 1000,
                            .group = 8,
                            .axes = ResolvedList(all).first(1)}),
              "axis b");
  }
}

// On three axes, a ring enters the parts of the slower axes through all of
// their devices.
TEST(CostModel, ThreeAxes) {
  const Mesh mesh = MeshOf({2, 4, 3, 1});
  Error error;
  const std::optional<Topology> topology = ByAxis(
      "kind = \"axes\"\nlaunch = 1e-6\n"
      "axes.\"b\" = { bandwidth = 1e9, latency = 5e-6 }\n"
      "axes.c = { bandwidth = 100e9 }\n"
      "axes.a = { bandwidth = 10e9, latency = 2e-6 }\n"
      "axes.other = { bandwidth = 1 }\n",
      mesh, error);
  ASSERT_TRUE(topology) << error.message;
  const CostModel model(*topology, mesh);
  const ResolvedAxis all[] = {{1, 2, 0}, {1, 4, 1}, {1, 3, 2}};
  const auto seconds = [&](StepKind kind) {
    return model.Price({.kind = kind, .held = 24000, .group = 24, .axes = all})
        .seconds;
  };
  // 16 steps along c, 4 along a, and 4 along b, whose six links are the
  // slowest.
  EXPECT_DOUBLE_EQ(seconds(StepKind::kAllGather),
                   1e-6 + 4 * 2e-6 + 4 * 5e-6 + 23 * 24e3 / 6e9);
  // A device sends 18 of 24 parts along b.
  EXPECT_DOUBLE_EQ(seconds(StepKind::kAllToAll), 1e-6 + 18e3 / 1e9 + 5e-6);
  EXPECT_DOUBLE_EQ(seconds(StepKind::kCollectivePermute),
                   1e-6 + 24e3 / 1e9 + 5e-6);
}

TEST(CostModel, EachAxisNeedsLinks) {
  Error error;
  EXPECT_FALSE(ByAxis(kLikeNodes, MeshOf({2, 2, 2}), error));
  EXPECT_EQ(error.message, "'axes.c' is missing for an axis of the mesh");
  EXPECT_EQ(error.offset, kWholeTopology);
  Error none;
  EXPECT_TRUE(ByAxis(kLikeNodes, MeshOf({2}), none));
  EXPECT_TRUE(ByAxis(kLikeNodes, MeshOf({}), none));
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

// Names of axes may be strings.
TEST(TopologyText, Axes) {
  Error error;
  const std::optional<Topology> t = ParseTopology(
      "kind = \"axes\"\n"
      "axes.data = { bandwidth = 45e9 }\n"
      "axes.\"a = #b\" = { bandwidth = 1e9, latency = 1e-6 }  # the other\n",
      error);
  ASSERT_TRUE(t.has_value()) << error.message;
  ASSERT_EQ(t->axes.size(), 2U);
  EXPECT_EQ(t->axes[0].axis, "data");
  EXPECT_EQ(t->axes[1].axis, "a = #b");
  EXPECT_EQ(t->axes[1].link.bandwidth, 1e9);
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
      {"kind = nodes", 0, "expected \"nodes\", \"torus\" or \"axes\""},
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
       "'per_node' is for another kind"},
      {"kind = \"axes\"", kWholeTopology, "'axes.NAME' is missing"},
      {"kind = \"torus\"\ndims = [2]\nlink = {bandwidth = 1}\n"
       "axes.x = {bandwidth = 1}",
       kWholeTopology, "'axes.NAME' is for another kind"},
      {"kind = \"axes\"\nwrap = true\naxes.x = {bandwidth = 1}", kWholeTopology,
       "'wrap' is for another kind"},
      {"axes.x = 3", 0, "expected { bandwidth = 450e9, latency = 1e-6 }"},
      {"axes.x = {bandwidth = 1}\naxes.\"x\" = {bandwidth = 1}", 25,
       "'axes.x' is given twice"},
      {"axes.a b = {bandwidth = 1}", 0,
       "expected the name of an axis, as in axes.data or axes.\"data\""},
      {"axes. = {bandwidth = 1}", 0,
       "expected the name of an axis, as in axes.data or axes.\"data\""},
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
