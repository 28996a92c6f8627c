#include "propagate/schedule.h"

#include "base/check.h"

namespace shardflow::internal {

Schedule MakeSchedule(std::vector<Strategy> strategies, bool op_priorities) {
  Schedule schedule;
  const int first = op_priorities ? 1 : kOpPrioritySteps;
  for (int step = first; step <= kOpPrioritySteps; ++step) {
    for (const Strategy strategy : strategies) {
      schedule.push_back({strategy, step});
    }
  }
  SHARDFLOW_CHECK(schedule.size() <= kMaxRuns);
  return schedule;
}

namespace {

Direction ScheduledDirection(const OpTraitsForSchedule& traits,
                             bool pass_through_factor, int step) {
  const Direction all_but_last =
      traits.forward_last ? Direction::kBackward : Direction::kBoth;
  Direction union_of_steps = Direction::kNone;
  if (step >= 1 && !traits.second_uses) {
    union_of_steps = union_of_steps | traits.pass_through;
  }
  if (step >= 2) union_of_steps = union_of_steps | traits.pass_through;
  if (step >= 3 && pass_through_factor) {
    union_of_steps = union_of_steps | all_but_last;
  }
  if (step >= 4) union_of_steps = union_of_steps | all_but_last;
  if (step >= 5) union_of_steps = Direction::kBoth;
  return union_of_steps;
}

}  // namespace

ClassDirections DirectionsOf(int op_class, const RunSpec& run) {
  const int fixed = op_class - FixedClass(Direction::kNone);
  if (fixed < 0) return {};  // kFreshClass and kNothingClass
  if (fixed <= static_cast<int>(Direction::kBoth)) {
    return {static_cast<Direction>(fixed), static_cast<Direction>(fixed)};
  }
  const int bits = op_class - ScheduledClass({.only_pass_through = false});
  const OpTraitsForSchedule traits{
      .pass_through = static_cast<Direction>(bits >> 3 & 3),
      .forward_last = (bits & 4) != 0,
      .second_uses = (bits & 2) != 0,
      .only_pass_through = (bits & 1) != 0};
  const Direction pass_through =
      ScheduledDirection(traits, true, run.op_priority);
  // If all factors are pass-through, the second direction is unused. It is made
  // equal to the first, so that it never makes two runs differ.
  return {pass_through,
          traits.only_pass_through
              ? pass_through
              : ScheduledDirection(traits, false, run.op_priority)};
}

ScheduleTable::ScheduleTable(const Schedule& schedule) {
  for (size_t c = 0; c < kMaxOpClasses; ++c) {
    for (size_t r = 0; r < schedule.size(); ++r) {
      directions[c][r] = DirectionsOf(static_cast<int>(c), schedule[r]);
    }
    if (c == kFreshClass) continue;
    for (size_t r = 0; r < schedule.size(); ++r) {
      const auto bit = static_cast<uint16_t>(1u << r);
      if (directions[c][r] == ClassDirections{}) settled_runs[c] |= bit;
      for (size_t other = 0; other < schedule.size(); ++other) {
        if (directions[c][other] == directions[c][r] &&
            schedule[other].strategy == schedule[r].strategy) {
          same_runs[c][other] |= bit;
        }
      }
    }
  }
}

}  // namespace shardflow::internal
