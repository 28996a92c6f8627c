#include <gtest/gtest.h>

#include "propagate/schedule.h"

namespace shardflow::internal {
namespace {

constexpr Direction kN = Direction::kNone;
constexpr Direction kF = Direction::kForward;
constexpr Direction kB = Direction::kBackward;
constexpr Direction kFB = Direction::kBoth;

struct Row {
  const char* name;
  OpTraitsForSchedule traits;
  // The directions along pass-through factors, and along all others, in steps 1
  // to 5.
  ClassDirections steps[kOpPrioritySteps];
};

// The table of schedule.h, row by row.
const Row kRows[] = {
    {"elementwise",
     {.pass_through = kFB},
     {{kFB, kFB}, {kFB, kFB}, {kFB, kFB}, {kFB, kFB}, {kFB, kFB}}},
    {"elementwise with shared operands",
     {.pass_through = kFB, .second_uses = true},
     {{kN, kN}, {kFB, kFB}, {kFB, kFB}, {kFB, kFB}, {kFB, kFB}}},
    {"dynamic_slice",
     {.pass_through = kF, .only_pass_through = false},
     {{kF, kF}, {kF, kF}, {kFB, kF}, {kFB, kFB}, {kFB, kFB}}},
    {"dynamic_slice of a shared operand",
     {.pass_through = kF, .second_uses = true, .only_pass_through = false},
     {{kN, kN}, {kF, kF}, {kFB, kF}, {kFB, kFB}, {kFB, kFB}}},
    {"broadcast_in_dim",
     {.forward_last = true},
     {{kN, kN}, {kN, kN}, {kB, kB}, {kB, kB}, {kFB, kFB}}},
    {"dot",
     {.only_pass_through = false},
     {{kN, kN}, {kN, kN}, {kFB, kN}, {kFB, kFB}, {kFB, kFB}}},
    {"another op without other factors",
     {},
     {{kN, kN}, {kN, kN}, {kFB, kFB}, {kFB, kFB}, {kFB, kFB}}},
};

TEST(ScheduleTest, DirectionsByOpPriority) {
  for (const Row& row : kRows) {
    for (int step = 1; step <= kOpPrioritySteps; ++step) {
      SCOPED_TRACE(testing::Message() << row.name << ", step " << step);
      const ClassDirections directions =
          DirectionsOf(ScheduledClass(row.traits), {.op_priority = step});
      EXPECT_EQ(directions.pass_through, row.steps[step - 1].pass_through);
      EXPECT_EQ(directions.other, row.steps[step - 1].other);
    }
  }
}

TEST(ScheduleTest, BarriersGoTheirOwnWay) {
  for (const Direction direction : {kN, kF, kB, kFB}) {
    for (int step = 1; step <= kOpPrioritySteps; ++step) {
      EXPECT_EQ(DirectionsOf(FixedClass(direction), {.op_priority = step}),
                (ClassDirections{direction, direction}));
    }
  }
  EXPECT_EQ(DirectionsOf(kNothingClass, {}), ClassDirections{});
}

TEST(ScheduleTest, RunsOfStrategies) {
  const Schedule plain = MakeSchedule({Strategy::kAggressive}, false);
  ASSERT_EQ(plain.size(), 1u);
  EXPECT_EQ(plain[0].op_priority, kOpPrioritySteps);
  const Schedule both =
      MakeSchedule({Strategy::kBasic, Strategy::kAggressive}, true);
  ASSERT_EQ(both.size(), 10u);
  EXPECT_EQ(both[3].strategy, Strategy::kAggressive);
  EXPECT_EQ(both[3].op_priority, 2);
}

TEST(ScheduleTest, RunsThatDoTheSame) {
  const Schedule schedule = MakeSchedule({Strategy::kAggressive}, true);
  const ScheduleTable table(schedule);
  const auto dot =
      static_cast<size_t>(ScheduledClass({.only_pass_through = false}));
  EXPECT_EQ(table.settled_runs[dot], 0b00011);
  EXPECT_EQ(table.same_runs[dot][2], 0b00100);
  EXPECT_EQ(table.same_runs[dot][3], 0b11000);
  EXPECT_EQ(table.same_runs[dot][4], 0b11000);
  const auto add = static_cast<size_t>(ScheduledClass({.pass_through = kFB}));
  EXPECT_EQ(table.settled_runs[add], 0);
  EXPECT_EQ(table.same_runs[add][0], 0b11111);
  EXPECT_EQ(table.settled_runs[kFreshClass], 0);
  EXPECT_EQ(table.settled_runs[kNothingClass], 0b11111);

  const ScheduleTable alternating(
      MakeSchedule({Strategy::kBasic, Strategy::kAggressive}, true));
  EXPECT_EQ(alternating.same_runs[add][0], 0b0101010101);
  EXPECT_EQ(alternating.same_runs[add][1], 0b1010101010);
}

}  // namespace
}  // namespace shardflow::internal
