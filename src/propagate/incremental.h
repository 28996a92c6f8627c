#ifndef SHARDFLOW_PROPAGATE_INCREMENTAL_H_
#define SHARDFLOW_PROPAGATE_INCREMENTAL_H_

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "propagate/propagation.h"
#include "propagate/setup.h"

// A propagation that can be run again after a few shardings were changed, at a
// cost that follows what changes.
//
//   IncrementalPropagation p(m, options);
//   bool ok = p.Start(warnings, diagnostics) && p.Run();
//   p.SetInitial(p.SlotOf(value), sharding);     // an annotation is changed
//   ok = p.Update();        // m is as if all had been run from the start
//
// Why it is right. The worklist (worklist.h) visits ops in program order; what
// a visit concerns and whose turn has passed goes first. So a run is a sequence
// of *turns*, one for each op: a visit of it, then visits until nothing waits.
// A turn begins with nothing waiting, and is a function of the shardings that
// its visits read, and of nothing else. Run() writes down of each turn that
// changes anything which ops it visits and what it leaves in which values; of
// all other turns it is known that they visit their op alone.
//
// Update() goes through the turns in the same order, with the shardings of the
// old course and of the new one side by side. A value is *dirty* while they
// differ. A turn none of whose visits has a dirty tensor does what it did: its
// writes go to both. Any other turn is taken again, and its old writes go to
// the old course. With no dirty values left, the rest is as it was.
//
// So the cost is a look at each turn that changed something in the old course
// (two writes for each, nothing is computed), and the turns that are taken
// again. If those become more than half of the program's, all of it is run
// instead, which is cheaper by then.
//
// What it cannot do. Where propagation erases dead ops, later turns depend on
// when; sharding groups and user priorities set shardings between turns.
// ObstacleTo() and obstacle() say so, and all there is to do is a new
// propagation of a fresh module.

namespace shardflow {

// Why a module is not for this, as far as it shows before a run: it has user
// priorities or sharding groups. Empty: nothing is in the way.
std::string_view ObstacleTo(const Module& m);

struct IncrementalStats {
  int64_t full_runs = 0;
  int64_t updates = 0;         // that were not full runs
  int64_t visits = 0;          // of ops, in the last Run or Update
  int64_t turns_again = 0;     // in the last Update
  int64_t values_changed = 0;  // by the last Update: not as it was before
};

class IncrementalPropagation {
 public:
  // `m` has the annotations. `options` without a recorder or witness.
  IncrementalPropagation(Module& m, PropagationOptions options);
  IncrementalPropagation(const IncrementalPropagation&) = delete;
  IncrementalPropagation& operator=(const IncrementalPropagation&) = delete;

  // False after an error. The arguments outlive this.
  [[nodiscard]] bool Start(RuleWarnings& warnings, Diagnostics& diagnostics);
  // From the annotations; rules stay in the module's column. False: it does not
  // settle (see settle_guard.h), and this is of no further use.
  [[nodiscard]] bool Run();
  // Why it cannot be updated; empty: it can. After Run().
  std::string_view obstacle() const { return obstacle_; }

  // --- what can be annotated: values, and results of the main function
  int32_t SlotOf(ValueId value) const { return value.index; }
  // -1: it is of another function, or no tensor.
  int32_t SlotOfResult(OpId function, int result) const;
  ShardingId initial(int32_t slot) const { return initial_[Index(slot)]; }
  void SetInitial(int32_t slot, ShardingId sharding);
  // Only without an obstacle, which a user priority is. False: as of Run().
  [[nodiscard]] bool Update();

  const IncrementalStats& stats() const { return stats_; }

 private:
  static size_t Index(int32_t i) { return static_cast<size_t>(i); }

  struct Write {
    int32_t slot;
    ShardingId sharding;
  };
  // A turn that changes something. `position` is the op's; of the steps at the
  // main function's results, before and after a run, the number of the result.
  struct Turn {
    int32_t position = 0;
    uint32_t first_visit = 0, visit_count = 0;
    uint32_t first_write = 0, write_count = 0;
  };
  enum Phase { kBefore, kOps, kAfter, kPhaseCount };
  using Turns = std::vector<Turn>;

  // --- incremental.cc: one course
  ShardingId Current(int32_t slot) const;
  void SetCurrent(int32_t slot, ShardingId sharding);
  void LoadInitial();
  Turns& TurnsOf(int run, int phase) {
    return turns_[Index(run * kPhaseCount + phase)];
  }
  Turn TakeTurn(int phase, int32_t position);
  Turn TakeResultTurn(int32_t result);
  Turn RecordTurn(int32_t position, uint32_t first_visit);
  bool RunPhase(int phase);

  // --- incremental_update.cc: two courses side by side
  void ListNeighbours();
  void SetDirty(int32_t slot, bool dirty);
  void CompareCourses(const Turn& turn);
  bool IsTouched(int phase, const Turn& turn) const;
  int32_t NextTouched(int phase, int32_t after) const;
  void Repeat(const Turn& turn);
  bool UpdatePhase(int phase);
  void StoreTurns(int phase, const std::vector<Turn>& fresh);
  void CountChanges();
  void Compact();

  Module& m_;
  const PropagationOptions options_;
  Propagation p_;
  size_t value_count_ = 0;  // slots of values; those of results come after
  std::vector<ShardingId> initial_;
  std::vector<int32_t> edited_;
  std::string_view obstacle_;
  IncrementalStats stats_;

  // The course of the last run.
  std::vector<Turns> turns_;  // by run and phase, by position
  std::vector<int32_t> visits_;
  std::vector<Write> writes_;
  std::vector<ShardingId> first_, last_;  // by slot: as it began and ended
  int64_t turn_limit_ = 0;

  std::optional<SettleGuard> guard_;  // of the run of the schedule
  bool settles_ = true;

  // Scratch of a turn.
  std::vector<ValueId> written_;
  std::vector<uint32_t> seen_;  // by slot: the turn that wrote it last
  uint32_t turn_number_ = 0;

  // While two courses are compared. *Keys* stand for the values that are read
  // and written together: the results of an op, the arguments of a body.
  std::vector<ShardingId> old_;           // by slot: the old course
  std::vector<uint8_t> dirty_;            // by slot
  std::vector<int32_t> dirty_in_key_;     // by key: a slot
  std::vector<int32_t> key_;              // by slot
  std::vector<int32_t> neighbour_begin_;  // by key, into neighbours_
  std::vector<int32_t> neighbours_;       // positions; results as ~number
  std::vector<int32_t> touched_;          // by position: dirty keys around it
  std::vector<uint64_t> touched_bits_;    // touched_[i] > 0
  std::vector<int32_t> touched_results_;
  int64_t dirty_count_ = 0;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_INCREMENTAL_H_
