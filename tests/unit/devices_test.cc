#include "sharding/devices.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "base/intern.h"

namespace shardflow::internal {
namespace {

struct TestMesh {
  StringStore names;
  NameId x = names.Intern("x"), y = names.Intern("y");
  Mesh mesh{.axes = {{.name = x, .size = 2}, {.name = y, .size = 4}},
            .device_ids = {}};
  Mesh Turned() const {
    Mesh turned = mesh;
    turned.device_ids = {7, 6, 5, 4, 3, 2, 1, 0};
    return turned;
  }
  std::vector<AxisRef> Axes(std::initializer_list<AxisRef> axes) const {
    return axes;
  }
};

using Numbers = std::vector<int64_t>;

TEST(Devices, Shards) {
  TestMesh w;
  const AxisRef x = AxisRef::Full(w.x), y = AxisRef::Full(w.y);
  EXPECT_EQ(ShardsOfDevices(w.mesh, w.Axes({x})),
            (Numbers{0, 0, 0, 0, 1, 1, 1, 1}));
  EXPECT_EQ(ShardsOfDevices(w.mesh, w.Axes({y, x})),
            (Numbers{0, 2, 4, 6, 1, 3, 5, 7}));
  EXPECT_EQ(ShardsOfDevices(w.mesh, w.Axes({AxisRef::Sub(w.y, 2, 2)})),
            (Numbers{0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_EQ(ShardsOfDevices(w.Turned(), w.Axes({x})),
            (Numbers{1, 1, 1, 1, 0, 0, 0, 0}));
  EXPECT_EQ(ShardsOfDevices(w.mesh, {}), Numbers(8, 0));
}

TEST(Devices, Groups) {
  TestMesh w;
  const DeviceGroups groups =
      GroupsAlong(w.mesh, w.Axes({AxisRef::Sub(w.y, 1, 2)}));
  EXPECT_EQ(groups.group_size, 2);
  EXPECT_EQ(groups.ids, (Numbers{0, 2, 1, 3, 4, 6, 5, 7}));
  EXPECT_EQ(
      GroupsAlong(w.mesh, w.Axes({AxisRef::Full(w.y), AxisRef::Full(w.x)})).ids,
      (Numbers{0, 4, 1, 5, 2, 6, 3, 7}));
  EXPECT_EQ(GroupsAlong(w.Turned(), w.Axes({AxisRef::Full(w.x)})).ids,
            (Numbers{7, 3, 6, 2, 5, 1, 4, 0}));
}

// Every device sends its shard to the device that needs it.
TEST(Devices, PermutationsMoveShards) {
  TestMesh w;
  const AxisRef x = AxisRef::Full(w.x), y = AxisRef::Full(w.y);
  for (const Mesh& to : {w.mesh, w.Turned()}) {
    const std::vector<AxisRef> from = w.Axes({x, y}), after = w.Axes({y, x});
    const Numbers pairs = PermutationPairs(w.mesh, from, to, after);
    const Numbers had = ShardsOfDevices(w.mesh, from);
    const Numbers wanted = ShardsOfDevices(to, after);
    ASSERT_EQ(pairs.size(), 16u);
    for (size_t i = 0; i < pairs.size(); i += 2) {
      EXPECT_EQ(had[static_cast<size_t>(pairs[i])],
                wanted[static_cast<size_t>(pairs[i + 1])]);
    }
  }
}

TEST(Devices, MatchingPairsGiveEveryDeviceItsShard) {
  StringStore names;
  const NameId a = names.Intern("a"), b = names.Intern("b");
  const NameId c = names.Intern("c");
  const Mesh six{.axes = {{.name = a, .size = 6}}, .device_ids = {}};
  const Mesh other{.axes = {{.name = b, .size = 3}, {.name = c, .size = 2}},
                   .device_ids = {5, 4, 3, 2, 1, 0}};
  // Try sub-axes that can't coexist, and an axis of another mesh.
  const std::vector<AxisRef> minor = {AxisRef::Sub(a, 3, 2)};
  const std::vector<AxisRef> major = {AxisRef::Sub(a, 1, 2)};
  const std::vector<AxisRef> elsewhere = {AxisRef::Full(c)};
  const auto check = [](const Mesh& from, const std::vector<AxisRef>& before,
                        const Mesh& to, const std::vector<AxisRef>& after) {
    const Numbers pairs = MatchingPairs(from, before, to, after);
    const Numbers had = ShardsOfDevices(from, before);
    const Numbers wanted = ShardsOfDevices(to, after);
    Numbers sources, targets;
    for (size_t i = 0; i < pairs.size(); i += 2) {
      const auto source = static_cast<size_t>(pairs[i]);
      EXPECT_EQ(had[source], wanted[static_cast<size_t>(pairs[i + 1])]);
      if (had[source] == wanted[source]) {
        EXPECT_EQ(pairs[i], pairs[i + 1]);
      }
      sources.push_back(pairs[i]);
      targets.push_back(pairs[i + 1]);
    }
    std::sort(targets.begin(), targets.end());
    EXPECT_EQ(sources, (Numbers{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(targets, sources);
  };
  check(six, minor, six, major);
  check(six, major, other, elsewhere);
  check(other, elsewhere, six, minor);
}

TEST(Devices, ShiftsStopAtTheBorder) {
  TestMesh w;
  const std::vector<AxisRef> axes = w.Axes({AxisRef::Full(w.y)});
  EXPECT_EQ(ShiftPairs(w.mesh, axes, 2), (Numbers{0, 2, 1, 3, 4, 6, 5, 7}));
  EXPECT_EQ(ShiftPairs(w.mesh, axes, -3), (Numbers{3, 0, 7, 4}));
  EXPECT_TRUE(ShiftPairs(w.mesh, axes, 4).empty());
}

TEST(Devices, ReversedMeshes) {
  TestMesh w;
  EXPECT_EQ(WithReversedAxes(w.mesh, w.Axes({AxisRef::Full(w.y)})).device_ids,
            (Numbers{3, 2, 1, 0, 7, 6, 5, 4}));
  EXPECT_EQ(
      WithReversedAxes(w.mesh, w.Axes({AxisRef::Sub(w.y, 1, 2)})).device_ids,
      (Numbers{2, 3, 0, 1, 6, 7, 4, 5}));
}

}  // namespace
}  // namespace shardflow::internal
