#ifndef SHARDFLOW_PROPAGATE_SCHEDULE_H_
#define SHARDFLOW_PROPAGATE_SCHEDULE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "propagate/step.h"
#include "propagate/worklist.h"
#include "sharding/direction.h"

// The schedule of a propagation pass, as data: a list of runs over the program,
// each with a factor strategy and an op-priority step. The op-priority step
// determines which ops may propagate, and in which directions:
//
//   step  pass-through ops whose   other pass-     broadcasts       all other
//         operands have no second  through ops                      ops
//         use
//   1     their direction          none            none             none
//   2     their direction          their direction none             none
//   3     + pass-through factors   the same        backward along   both along
//         both ways                                pass-through pass-through
//                                                  factors          factors
//   4     both                     both            backward         both
//   5     both                     both            both             both
//
// The steps are cumulative: each adds its line of the table to the lines before
// it. The direction of a pass-through op is both, or forward for dynamic slices
// (PassThroughDirection in ops/properties.h).
//
// The whole schedule is repeated in rounds, one for each user priority.

namespace shardflow::internal {

inline constexpr int kOpPrioritySteps = 5;

struct RunSpec {
  Strategy strategy = Strategy::kAggressive;
  int op_priority = kOpPrioritySteps;  // 1..5; 5: no restriction
};

// There are at most kMaxRuns runs.
using Schedule = std::vector<RunSpec>;

// Returns one run for each strategy, in order; with `op_priorities`, these runs
// are repeated for each of the five steps.
Schedule MakeSchedule(std::vector<Strategy> strategies, bool op_priorities);

// A round of the schedule, in which the dimensions of one more user priority
// take part (user_priority.h).
struct Round {
  int index = 0;  // p0's round is number 0
  int32_t priority = 0;
};

class Rounds {
 public:
  Rounds() = default;  // only p0's round
  // `later` are the user priorities other than p0, in ascending order.
  explicit Rounds(std::vector<int32_t> later) : later_(std::move(later)) {}

  int count() const { return static_cast<int>(later_.size()) + 1; }
  Round At(int index) const {
    return {index, index == 0 ? 0 : later_[static_cast<size_t>(index - 1)]};
  }

  friend bool operator==(const Rounds&, const Rounds&) = default;

 private:
  std::vector<int32_t> later_;
};

// --- classes of ops (see worklist.h)

// The traits of an op that decide in which directions it may propagate.
struct OpTraitsForSchedule {
  Direction pass_through = Direction::kNone;  // see PassThroughDirection
  bool forward_last = false;                  // a broadcast
  bool second_uses = false;       // a non-scalar operand has another use
  bool only_pass_through = true;  // the rule has no other factors
};

// The class of ops that never propagate.
inline constexpr int kNothingClass = kIdleClass;
// The class of ops that have this direction in every run (barriers).
constexpr int FixedClass(Direction direction) {
  return 2 + static_cast<int>(direction);
}
constexpr int ScheduledClass(const OpTraitsForSchedule& traits) {
  return 6 + (static_cast<int>(traits.pass_through) << 3 |
              (traits.forward_last ? 4 : 0) | (traits.second_uses ? 2 : 0) |
              (traits.only_pass_through ? 1 : 0));
}

// How much OpTraitsForSchedule::second_uses adds to the class.
inline constexpr int kSecondUsesStep =
    ScheduledClass({.second_uses = true}) - ScheduledClass({});

struct ClassDirections {
  Direction pass_through = Direction::kNone;
  Direction other = Direction::kNone;

  friend bool operator==(ClassDirections, ClassDirections) = default;
};
ClassDirections DirectionsOf(int op_class, const RunSpec& run);

// The results of DirectionsOf() for a whole schedule, and tables derived from
// them.
struct ScheduleTable {
  explicit ScheduleTable(const Schedule& schedule);

  template <class T>
  using ByClassAndRun = std::array<std::array<T, kMaxRuns>, kMaxOpClasses>;
  ByClassAndRun<ClassDirections> directions{};
  // The runs (bits) in which a visit does the same as in this one.
  ByClassAndRun<uint16_t> same_runs{};
  // The runs in which the class never propagates.
  Worklist::SettledRuns settled_runs{};
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_SCHEDULE_H_
