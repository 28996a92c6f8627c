#ifndef SHARDFLOW_PROPAGATE_TURN_LOG_H_
#define SHARDFLOW_PROPAGATE_TURN_LOG_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "base/id.h"
#include "propagate/turns.h"
#include "sharding/sharding.h"

// The log of a run of propagation, turn by turn (see turns.h): which ops each
// turn visited and which shardings it left. Turns that visit only their own op
// and change nothing are left out.

namespace shardflow::internal {

struct SlotTag {};
// A place that holds a sharding. The slot of a value has the value's number;
// after all values come the results of the main function.
using SlotId = Id<SlotTag>;

struct SlotWrite {
  SlotId slot;
  ShardingId sharding;
};

struct LoggedTurn {
  TurnIndex at;
  uint32_t first_visit = 0, visit_count = 0;
  uint32_t first_write = 0, write_count = 0;

  bool DidSomething() const { return write_count > 0 || visit_count > 1; }
};

class TurnLog {
 public:
  using Turns = std::vector<LoggedTurn>;  // by TurnIndex, ascending

  // Empties the log, for a schedule of `runs` runs.
  void Reset(size_t runs);

  // --- the current turn
  void BeginTurn(TurnIndex at);
  void AddVisit(Position op) {
    visits_.push_back(op);
    ++turn_.visit_count;
  }
  void AddWrite(SlotId slot, ShardingId sharding) {
    writes_.push_back({slot, sharding});
    ++turn_.write_count;
  }
  const LoggedTurn& turn() const { return turn_; }

  // --- turns that are kept
  // Adds the current turn to the phase, whose next turn it is, if it did
  // something.
  void Keep(int run, Phase phase);
  // Adds turns to the phase. Each replaces the turn with the same index, if
  // there is one. Both lists are ascending. Turns that did nothing are dropped.
  void Replace(int run, Phase phase, std::span<const LoggedTurn> fresh);
  const Turns& turns(int run, Phase phase) const {
    return turns_[Index(run, phase)];
  }
  std::span<const Position> Visits(const LoggedTurn& turn) const {
    return {visits_.data() + turn.first_visit, turn.visit_count};
  }
  std::span<const SlotWrite> Writes(const LoggedTurn& turn) const {
    return {writes_.data() + turn.first_write, turn.write_count};
  }
  // Frees the memory of replaced turns once it is more than half of the total.
  void Compact();

 private:
  static size_t Index(int run, Phase phase) {
    return static_cast<size_t>(run) * std::size(kPhases) +
           static_cast<size_t>(phase);
  }

  std::vector<Turns> turns_;  // by run and phase
  std::vector<Position> visits_;
  std::vector<SlotWrite> writes_;
  LoggedTurn turn_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_TURN_LOG_H_
