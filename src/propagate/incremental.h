#ifndef SHARDFLOW_PROPAGATE_INCREMENTAL_H_
#define SHARDFLOW_PROPAGATE_INCREMENTAL_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "propagate/propagation.h"
#include "propagate/run_comparison.h"
#include "propagate/turn_log.h"
#include "propagate/turns.h"

// A propagation that can be brought up to date after a few annotations have
// changed, at a cost that depends on what changes.
//
//   IncrementalPropagation p(m, options);
//   bool ok = p.Start(warnings, diagnostics) && p.Run() == Outcome::kDone;
//   p.SetInitial(p.SlotOf(value), sharding);     // an annotation changes
//   p.Update();             // m is as if all had been run from the start
//
// Why this is right: a run is a sequence of turns (turns.h), and a turn depends
// on nothing but the shardings that its visits read. Run() keeps a log: for
// each turn that changes anything, which ops it visits and which shardings it
// leaves in which values. A turn that isn't in the log visits only its own op.
//
// Update() goes through the turns in the same order, with the shardings of the
// logged run and of the new run side by side. A value is *dirty* while the two
// differ. If no visit of a turn has a dirty tensor, the turn does the same as
// before: its logged writes go to both runs. Any other turn is taken again, and
// its logged writes go to the logged run only. Once no value is dirty, the rest
// is the same as before.
//
// So an update costs a look at each logged turn (a few writes, no computation)
// and the turns that are taken again. When their visits exceed half of those of
// a full run, a full run is made instead, which is then cheaper.
//
// What it can't do: if propagation erases dead ops, later turns depend on when
// it does; and sharding groups and user priorities set shardings between turns.
// ObstacleTo() and obstacle() report these cases, in which a fresh module has
// to be propagated from the start.

namespace shardflow::internal {

// Returns why a module can't be updated, as far as can be told before a run: it
// has user priorities or sharding groups. Empty if it has neither.
std::string_view ObstacleTo(const Module& m);

struct IncrementalStats {
  int64_t full_runs = 0;
  int64_t updates = 0;  // that were not full runs
  // --- of the last Run or Update
  int64_t visits = 0;          // of ops
  int64_t turns_again = 0;     // that an update took again
  int64_t values_changed = 0;  // values that differ after an update
};

class IncrementalPropagation {
 public:
  // `m` has the annotations. Of the options' witness only `stopped` is used.
  IncrementalPropagation(Module& m, PropagationOptions options);
  IncrementalPropagation(const IncrementalPropagation&) = delete;
  IncrementalPropagation& operator=(const IncrementalPropagation&) = delete;

  // False after an error. The arguments must outlive this object.
  [[nodiscard]] bool Start(RuleWarnings& warnings, Diagnostics& diagnostics);
  // Propagates from the annotations; rules stay in the module's column. If the
  // outcome isn't kDone, this object is of no further use.
  [[nodiscard]] Outcome Run();
  // Returns why the module can't be updated; empty if it can. Valid after
  // Run().
  std::string_view obstacle() const { return obstacle_; }

  // --- what can be annotated: values, and results of the main function
  SlotId SlotOf(ValueId value) const { return SlotId(value.index); }
  // Returns None if the result belongs to another function, or isn't a tensor.
  SlotId SlotOfResult(OpId function, int result) const;
  ShardingId initial(SlotId slot) const { return initial_[slot.Slot()]; }
  void SetInitial(SlotId slot, ShardingId sharding);
  // Call only if there is no obstacle. The outcome is like that of Run().
  [[nodiscard]] Outcome Update();

  const IncrementalStats& stats() const { return stats_; }

 private:
  class Recording;  // observers of the loop, see TakeTurns
  class Replay;

  ShardingId Current(SlotId slot) const;
  void SetCurrent(SlotId slot, ShardingId sharding);
  void LoadInitial();
  // Adds what the current turn wrote to the log.
  void LogTurnWrites(Phase phase, TurnIndex at, bool changed);
  void LogWrites();
  void UnsettleAll();
  void CountChanges();
  Outcome RunInPlaceOfUpdate();

  Module& m_;
  const PropagationOptions options_;
  Propagation p_;
  size_t value_count_ = 0;  // slots of values; those of results come after
  std::vector<ShardingId> initial_;
  std::vector<SlotId> edited_;
  std::string_view obstacle_;
  IncrementalStats stats_;

  // The last run.
  TurnLog log_;
  std::vector<ShardingId> first_, last_;  // by slot: at its start and end
  int64_t visit_limit_ = 0;               // of an update

  // The slots that the current turn wrote, and for each slot the last turn that
  // wrote it.
  std::vector<ValueId> written_;
  std::vector<uint32_t> written_in_;
  uint32_t turn_number_ = 0;

  // Compares the logged run with the new one; made by the first update.
  std::optional<RunComparison> comparison_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_INCREMENTAL_H_
