#ifndef SHARDFLOW_PROPAGATE_TURN_LOG_H_
#define SHARDFLOW_PROPAGATE_TURN_LOG_H_

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/id.h"
#include "base/vector_bytes.h"
#include "propagate/slots.h"
#include "propagate/turns.h"
#include "sharding/sharding.h"

// The log of a propagation, turn by turn (see turns.h): which ops a turn
// visited, and which shardings it left. Turns that visit only their own op and
// change nothing are left out.

namespace shardflow::internal {

struct SlotWrite {
  SlotId slot;
  ShardingId sharding;
};

// A turn's place in the whole propagation.
struct TurnTime {
  int32_t stage = 0;  // see Stages
  TurnIndex at;

  friend auto operator<=>(const TurnTime&, const TurnTime&) = default;
};

// Numbers the stages of a propagation, in order. Propagation has a round for
// each user priority (user_priority.h). The first stage of a round brings back
// the dimensions that were hidden until then; it has a turn for each slot. Then
// follow the runs of the schedule, each with a stage for each of its phases
// (turns.h).
class Stages {
 public:
  explicit Stages(size_t runs)
      : per_round_(1 + static_cast<int32_t>(runs * std::size(kPhases))) {}

  int32_t BringBack(int round) const { return round * per_round_; }
  int32_t Of(int round, int run, Phase phase) const {
    return round * per_round_ + 1 +
           run * static_cast<int32_t>(std::size(kPhases)) +
           static_cast<int32_t>(phase);
  }
  bool IsBringBack(int32_t stage) const { return stage % per_round_ == 0; }
  int RoundOf(int32_t stage) const { return stage / per_round_; }
  int RunOf(int32_t stage) const {
    return (stage % per_round_ - 1) / static_cast<int32_t>(std::size(kPhases));
  }
  Phase PhaseOf(int32_t stage) const {
    return kPhases[static_cast<size_t>(stage % per_round_ - 1) %
                   std::size(kPhases)];
  }

 private:
  int32_t per_round_;
};

struct LoggedTurn {
  TurnIndex at;
  uint32_t first_visit = 0, visit_count = 0;
  uint32_t first_write = 0, write_count = 0;

  bool DidSomething() const { return write_count > 0 || visit_count > 1; }
};

class TurnLog {
 public:
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
  // Keeps the current turn if it did something. Use this in a full run, in
  // which turns come in order.
  void Append(int32_t stage);

  // The changes that Replace() made, for undoing them.
  struct Undo {
    struct Replaced {
      TurnTime time;
      LoggedTurn turn;  // the turn that was replaced
    };
    std::vector<Replaced> replaced;
    size_t visits = 0, writes = 0;  // their number at BeginUndo()

    size_t MemoryBytes() const { return VectorBytes(replaced); }
  };
  Undo BeginUndo() const {
    return {.replaced = {}, .visits = visits_.size(), .writes = writes_.size()};
  }
  // Replaces `old`, which Find() returned, with the current turn.
  void Replace(int32_t stage, const LoggedTurn& old, Undo& undo);
  // Forgets the current turn.
  void DropTurn();
  // Restores the log as it was at BeginUndo(). Don't call it after Compact().
  void Take(const Undo& undo);

  // --- turns that are kept
  // Returns the turn at that time; if none is kept, one that did nothing.
  LoggedTurn Find(const TurnTime& time) const;
  std::span<const Position> Visits(const LoggedTurn& turn) const {
    return {visits_.data() + turn.first_visit, turn.visit_count};
  }
  std::span<const SlotWrite> Writes(const LoggedTurn& turn) const {
    return {writes_.data() + turn.first_write, turn.write_count};
  }
  // Calls fn(TurnTime, const LoggedTurn&) in order, for a log without replaced
  // turns: after a run or Compact().
  template <class Fn>
  void ForEach(const Fn& fn) const {
    for (size_t stage = 0; stage < stages_.size(); ++stage) {
      for (const LoggedTurn& turn : stages_[stage].turns) {
        fn(TurnTime{static_cast<int32_t>(stage), turn.at}, turn);
      }
    }
  }
  // Returns all turns of a stage that did something, in order.
  std::vector<LoggedTurn> TurnsOf(int32_t stage) const;
  // Whether replaced turns take more memory than all others, so that Compact()
  // is worthwhile.
  bool WantsCompact() const;
  void Compact();
  size_t MemoryBytes() const;

 private:
  struct LoggedStage {
    std::vector<LoggedTurn> turns;  // ascending
    // Turns that replace some of `turns`, or are new.
    absl::flat_hash_map<TurnIndex, LoggedTurn> replaced;
  };

  std::vector<LoggedStage> stages_;
  std::vector<Position> visits_;
  std::vector<SlotWrite> writes_;
  LoggedTurn turn_;
  size_t compact_size_ = 0;  // size of the lists if nothing is replaced
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_TURN_LOG_H_
