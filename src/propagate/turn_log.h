#ifndef SHARDFLOW_PROPAGATE_TURN_LOG_H_
#define SHARDFLOW_PROPAGATE_TURN_LOG_H_

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/id.h"
#include "base/vector_bytes.h"
#include "propagate/slots.h"
#include "propagate/turns.h"
#include "sharding/sharding.h"

// The log of a propagation, turn by turn (see turns.h): which ops a turn
// visited, and which shardings it left. Turns that visit only their own op and
// change nothing are left out.
//
// An update appends the turns that it takes again and points the index at
// them; the turns that they replace stay where they are, so that an undo only
// has to point the index back.

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
// the dimensions that were hidden until then; it has a turn for each slot. The
// runs of the schedule follow, each with a stage for each of its phases
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

  // The changes that Replace() made, so that they can be undone.
  struct Undo {
    struct Replaced {
      TurnTime time;
      uint32_t place = 0;  // place of the replaced turn
    };
    std::vector<Replaced> replaced;
    size_t turns = 0, visits = 0, writes = 0;  // counts at BeginUndo()

    size_t MemoryBytes() const { return VectorBytes(replaced); }
  };
  Undo BeginUndo() const {
    return {.replaced = {},
            .turns = turns_.size(),
            .visits = visits_.size(),
            .writes = writes_.size()};
  }
  // Replaces the turn at this time, if any, with the current turn.
  void Replace(int32_t stage, Undo& undo);
  // Forgets the current turn.
  void DropTurn();
  // Restores the log as it was at BeginUndo(). Don't call it after Compact().
  void Take(const Undo& undo);

  // --- turns that are kept
  // Returns the turn at this time, or a turn that did nothing if none is kept.
  LoggedTurn Find(const TurnTime& time) const {
    const uint32_t place = PlaceOf(time);
    return place == kNowhere ? LoggedTurn{} : turns_[place - 1];
  }
  std::span<const Position> Visits(const LoggedTurn& turn) const {
    return {visits_.data() + turn.first_visit, turn.visit_count};
  }
  std::span<const SlotWrite> Writes(const LoggedTurn& turn) const {
    return {writes_.data() + turn.first_write, turn.write_count};
  }
  // Calls fn(TurnTime, const LoggedTurn&) in order.
  template <class Fn>
  void ForEach(const Fn& fn) const {
    for (size_t stage = 0; stage < pages_of_.size(); ++stage) {
      ForEachOf(static_cast<int32_t>(stage), [&](const LoggedTurn& turn) {
        fn(TurnTime{static_cast<int32_t>(stage), turn.at}, turn);
      });
    }
  }
  // Returns all turns of a stage, in order.
  std::vector<LoggedTurn> TurnsOf(int32_t stage) const;
  // Whether replaced turns take more memory than all others, so that Compact()
  // is worthwhile.
  bool WantsCompact() const;
  void Compact();
  size_t MemoryBytes() const;

 private:
  // For each turn of a stage, the index contains its place in turns_, plus 1.
  // The index consists of pages, so that a stage in which little happens takes
  // little memory.
  static constexpr uint32_t kNowhere = 0;
  static constexpr size_t kPageSize = 256;
  using Page = std::array<uint32_t, kPageSize>;

  uint32_t PlaceOf(const TurnTime& time) const {
    const auto stage = static_cast<size_t>(time.stage);
    if (stage >= pages_of_.size()) return kNowhere;
    const std::vector<uint32_t>& pages = pages_of_[stage];
    const size_t at = time.at.Slot();
    if (at / kPageSize >= pages.size()) return kNowhere;
    const uint32_t page = pages[at / kPageSize];
    return page == 0 ? kNowhere : pages_[page - 1][at % kPageSize];
  }
  // Returns the entry in the index; makes the page if necessary.
  uint32_t& Entry(const TurnTime& time);
  template <class Fn>
  void ForEachOf(int32_t stage, const Fn& fn) const {
    for (const uint32_t page : pages_of_[static_cast<size_t>(stage)]) {
      if (page == 0) continue;
      for (const uint32_t place : pages_[page - 1]) {
        if (place != kNowhere) fn(turns_[place - 1]);
      }
    }
  }
  size_t ContentSize() const {
    return turns_.size() + visits_.size() + writes_.size();
  }

  std::vector<LoggedTurn> turns_;
  // Indexed by stage and by turn / kPageSize: the page index plus 1.
  std::vector<std::vector<uint32_t>> pages_of_;
  std::vector<Page> pages_;
  std::vector<Position> visits_;
  std::vector<SlotWrite> writes_;
  LoggedTurn turn_;
  size_t compact_size_ = 0;  // ContentSize() when nothing is replaced
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_TURN_LOG_H_
