#ifndef SHARDFLOW_PROPAGATE_INCREMENTAL_H_
#define SHARDFLOW_PROPAGATE_INCREMENTAL_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "propagate/initial_shardings.h"
#include "propagate/propagation.h"
#include "propagate/run_comparison.h"
#include "propagate/schedule.h"
#include "propagate/slot_history.h"
#include "propagate/slots.h"
#include "propagate/turn_log.h"
#include "propagate/turns.h"
#include "propagate/visitors.h"

// A propagation by user priority that can be brought up to date after a few
// annotations have changed, at a cost that depends on the changes.
//
//   IncrementalPropagation p(m, options);
//   bool ok = p.Start(warnings, diagnostics) && p.Run() == Outcome::kDone;
//   p.SetGiven(p.slots().Of(value), sharding);   // an annotation changes
//   if (p.Settle()) p.Update();  // leaves m as a full run would
//
// Why this is correct: a run is a sequence of turns (turns.h), and a turn
// depends only on the shardings that its visits read. Run() keeps a log: for
// each turn that changes anything, which ops it visits and which shardings it
// leaves in which slots. A turn that isn't in the log visits only its own op.
// When the round of a user priority restores dimensions, that is logged in the
// same way, as a turn for each slot.
//
// Update() compares the logged run with the new one, in the order of turns. A
// slot is *dirty* while its shardings in the two differ. A turn whose visits
// read no dirty slot does the same in both, and is skipped. Any other turn is
// repeated, with the shardings that its tensors have at that time. They come
// from the new run if they are dirty, and otherwise from the logged run
// (slot_history.h). Once no slot is dirty, the rest is the same in both.
//
// Most visits are quiet: they change nothing. They read the shardings in place,
// and need none in the module. If the logged turn did nothing either, the turn
// writes nothing to the log.
//
// Within an update, an op that reads a dirty slot can be settled (worklist.h),
// as in any run. It stays settled if no later turn of the logged run writes one
// of its tensors: then only repeated turns can do that, and they unsettle it.
// If there is such a turn, the op is settled until the run in which that turn
// comes. Once an op is settled for all runs, it is set aside.
//
// So the cost of an update is the cost of the repeated turns, regardless of the
// size of the program. A repeated turn costs several times as much as a turn of
// a plain run, so if too many turns would be repeated, a plain run takes over:
// the module gets the shardings of the current turn, and all later turns are
// taken. They aren't logged, because the caller, usually a search, nearly
// always returns to the state before the update. If the caller continues from
// the new state after all, the next run is a full run with a log. So is a run
// after the set of user priorities has changed, because the rounds are then
// different. For the same reason, an update isn't logged, either, if each of
// the last few was undone by Return() before the next one. SetMark() logs a
// state that has no log, because updates will begin from there.
//
// In two cases, updates aren't possible. If propagation erases dead ops, later
// turns depend on when that happens. If the members of a sharding group have
// different shardings, propagation begins by adding constraints to them, so
// there is no update if an edit changes which groups these are. obstacle()
// reports these cases; a fresh module then has to be propagated from scratch.
//
// SetMark() and Return() allow going back to an earlier state, at a cost that
// depends on what has changed since.

namespace shardflow::internal {

struct IncrementalStats {
  int64_t full_runs = 0;
  int64_t updates = 0;  // number of updates that were not full runs
  // --- figures of the last Run or Update
  std::string_view why_full;  // why an update became a full run, or empty
  int64_t visits = 0;         // number of visits to ops
  int64_t turns_again = 0;    // number of turns that an update repeated
};

class IncrementalPropagation {
 public:
  // `m` must already contain the user's shardings. In the witness of `options`,
  // only `stopped` may be set.
  IncrementalPropagation(Module& m, PropagationOptions options);
  ~IncrementalPropagation();
  IncrementalPropagation(const IncrementalPropagation&) = delete;
  IncrementalPropagation& operator=(const IncrementalPropagation&) = delete;

  // Returns false on error. The arguments must outlive this object.
  [[nodiscard]] bool Start(RuleWarnings& warnings, Diagnostics& diagnostics);
  // Propagates the annotations; the module keeps the ops' rules. If the outcome
  // isn't kDone, this object can no longer be used.
  [[nodiscard]] Outcome Run();
  // Why the module can't be updated; empty if it can. Valid after Run().
  std::string_view obstacle() const { return obstacle_; }

  // Whether the members of a sharding group have different shardings, so that
  // the module has constraints that it was given without.
  bool has_constraints() const { return p_.groups.has_constraints(); }

  // --- the slots that can be annotated: values, and results of functions
  const Slots& slots() const { return *slots_; }
  Slots& slots() { return *slots_; }
  ShardingId given(SlotId slot) const { return initial_->given(slot); }
  void SetGiven(SlotId slot, ShardingId sharding);
  // Applies the edits made by SetGiven(). Call it before Update(), provided
  // there was no obstacle after Run(). Returns false if there is one now.
  [[nodiscard]] bool Settle();
  // Updates the module. If the outcome isn't kDone, the module is as before,
  // and the update can be tried again.
  [[nodiscard]] Outcome Update();

  // --- edits of the program itself (program_edits.cc)
  // Edit the module; the next Update() takes the edits into account. Each
  // returns "", or the reason why the edit isn't possible; in that case, call
  // TakeBackEdits(). Call them between BeginEdits() and EndEdits(). After
  // EndEdits(), call Settle() and Update(), and then either FinishEdits() or
  // TakeBackEdits(), which restores the state at BeginEdits(). SetGiven() may
  // be called in between.
  void BeginEdits();
  [[nodiscard]] std::string_view SetOperand(UseId use, ValueId value);
  [[nodiscard]] std::string_view Erase(OpId op);
  [[nodiscard]] std::string_view EndEdits();
  void FinishEdits();
  void TakeBackEdits();

  // The slots whose shardings differ from those before the last Run, Update or
  // Return, in ascending order, with their former shardings.
  const std::vector<SlotWrite>& changed() const { return changed_; }

  // Whether annotations have changed since the last run. Call after Settle().
  bool HasEdits() const { return !edited_.empty(); }

  // Repeats those turns of the last run that changed something, from the same
  // annotations, and records every step, for explanations. Calls `begin` once
  // the module has only the annotations, and `at_end` once it is back in the
  // state in which the run left it. Returns false if the witness stopped it.
  // Don't call it between SetGiven() and Update(): the annotations must be the
  // same as in the last run. It can't record how groups got constraints
  // (has_constraints()).
  [[nodiscard]] bool RecordAgain(
      Recorder& recorder, const std::function<void()>& begin,
      const std::function<void(PropagationState&)>& at_end);

  // --- going back to an earlier state
  // A state that can be restored later. Call Return() and Release() for marks
  // in reverse order.
  struct Mark {
    size_t undos = 0;
    std::vector<SlotId> edited;
  };
  // Marks the current state. If the last run has no log, propagates once more
  // first. Don't call this between SetGiven() and Settle().
  Mark SetMark();
  // Restores the state at the mark. The mark stays valid.
  void Return(const Mark& mark);
  void Release(const Mark& mark);

  const IncrementalStats& stats() const { return stats_; }

  // Returns the size in bytes of all tables whose size depends on the program,
  // of the log, and of the data for Return().
  size_t MemoryBytes() const;

 private:
  class Recording;  // observers of TakeTurns()
  class Replay;
  class Again;

  // A propagation that was logged.
  struct LoggedRun {
    TurnLog log;
    bool has_log = false;  // if not, `log` is that of an earlier run
    Rounds rounds;
    std::vector<ShardingId> last;  // indexed by slot: at the run's end
    int64_t visit_limit = 0;       // most visits that an update may make
    int64_t change_limit = 0;      // most slots that an update may change
    // --- made by the first update
    std::optional<SlotHistory> history;
    std::optional<Visitors> visitors;
    std::vector<ShardingId> first;  // indexed by slot, until there is a history

    size_t MemoryBytes() const;
  };

  // --- how to undo changes since a mark
  struct UndoGiven {
    SlotId slot;
    ShardingId sharding;
  };
  struct UndoUpdate {
    TurnLog::Undo log;
    SlotHistory::Undo history;
    size_t visitors = 0;
    std::vector<SlotWrite> last;
    bool is_unlogged = false;  // then only `last` matters
  };
  struct UndoRun {
    std::unique_ptr<LoggedRun> run;
  };
  // Undo data for edits of the program. UndoNodes comes first: nodes and
  // results that are made again once all edits are undone.
  struct UndoNodes {
    std::vector<Position> ops;
    std::vector<TurnIndex> results;
  };
  using Undo = std::variant<UndoGiven, UndoUpdate, UndoRun, UndoNodes, UsePlace,
                            ErasedOp>;

  // The places where edits of the program since the last run may change
  // propagation.
  struct Rewiring {
    std::vector<Position> ops;  // with other operands, another class, or erased
    std::vector<SlotId> values;      // with other uses
    std::vector<TurnIndex> results;  // of the main function
  };

  void LogWrites();
  // Adds the writes of the current turn to the log.
  void LogTurnWrites(Phase phase, TurnIndex at, bool changed);
  // Takes the turns of all rounds.
  template <class Turns>
  Outcome TakeRoundsOf(LoggedRun& run, Turns& turns);
  // Restores the dimensions of the round's priority. Logs this unless `log` is
  // null.
  void BringBackAll(Round round, TurnLog* log);
  // Takes the turns of all rounds, without logging them.
  Outcome TakeAllTurns(LoggedRun& run);
  // Ends a full run, which replaces `before` as the last run.
  void EndFullRun(std::unique_ptr<LoggedRun> before);
  // Gives the module the shardings at the end of the logged run.
  void LoadLast();
  void LogLast();
  void UnsettleAll();
  Outcome RunInPlaceOfUpdate(std::string_view why);

  // --- functions in replay.cc
  void PrepareUpdate();
  Outcome ReplayRounds(Replay& replay);
  // Sets the slot, and all slots with the same key, to the shardings that they
  // have before the turn in the new run.
  void Load(SlotId slot, const TurnTime& time);
  // Like the overload above, but also lowers `next_write` (see
  // SlotHistory::Before).
  void Load(SlotId slot, const TurnTime& time, int32_t& next_write);
  void LoadKey(KeyId key, const TurnTime& time);
  void SetLoaded(SlotId slot, ShardingId sharding);
  void MarkLoaded(SlotId slot);
  void Unload();
  void BeginLogged(const LoggedTurn& logged, const TurnTime& time);
  // Compares the writes of the current turn with those of the logged turn.
  void EndLogged(const LoggedTurn& logged, const TurnTime& time);
  void BringBackAgain(Round round);
  void EndUpdate();
  // Restores the log and the tables for updates as they were before the update.
  void TakeBackUpdate();
  // Ends an update that has gone on as a plain run.
  Outcome EndPlainUpdate(Outcome outcome);
  void Compact();

  void TakeBack(UndoGiven& undo);
  void TakeBack(UndoUpdate& undo);
  void TakeBack(UndoRun& undo);
  void TakeBack(UndoNodes& undo);
  void TakeBack(UsePlace& undo);
  void TakeBack(ErasedOp& undo);

  // --- functions in program_edits.cc
  bool SavesUndos() const { return marks_ > 0 || is_editing_; }
  std::string_view NoteUses(ValueId value);
  std::string_view RemakeNode(Position op);
  void ReadResult(TurnIndex result);
  bool ReadsAround(OpId op) const;

  Module& m_;
  const PropagationOptions options_;
  const Stages stages_;
  Propagation p_;
  std::optional<Slots> slots_;
  std::optional<InitialShardings> initial_;
  std::vector<SlotId> edited_;  // slots whose original sharding changed
  std::string_view obstacle_;
  IncrementalStats stats_;
  std::unique_ptr<LoggedRun> run_;  // the last logged run
  std::vector<SlotWrite> changed_;

  // The values written by the current turn.
  std::vector<ValueId> written_;
  // Indexed by slot: the number of the last turn that wrote it.
  std::vector<uint64_t> written_in_;
  uint64_t turn_number_ = 0;

  // --- updates
  // Compares the logged run with the new one; made by the first update.
  std::optional<RunComparison> comparison_;
  // Between updates the module has the shardings at the end of the last run.
  // During an update, each turn loads the shardings of the keys that it needs.
  //
  // Indexed by the number of a key (which is also the number of one of its
  // slots): the last turn that loaded the key.
  std::vector<uint64_t> loaded_in_;
  // The slots whose sharding differs from the one at the end of the last run.
  std::vector<SlotId> loaded_;
  std::vector<uint8_t> is_loaded_;  // indexed by slot: whether it is in loaded_
  // Indexed by slot: the number of the last repeated turn that wrote the slot
  // in the logged run, and the sharding that it wrote.
  std::vector<std::pair<uint64_t, ShardingId>> logged_in_;
  Rewiring rewiring_;
  bool is_editing_ = false;  // since BeginEdits()
  // Whether ops had rules before the propagation that aren't custom.
  bool has_own_rules_ = false;
  size_t edits_begin_ = 0;  // in undos_
  // Ops whose class may change, and values whose ops may have become dead.
  std::vector<OpId> reclassified_;
  std::vector<ValueId> unused_;
  std::vector<SlotId> restored_;  // of ops restored by the current Return()
  UndoUpdate undo_;               // undoes the current update
  bool logs_ = true;              // whether the current update is logged

  // --- going back to an earlier state
  int marks_ = 0;
  // The number of latest updates that were undone before the next one, and
  // whether there has been an update since the last SetMark() or Return().
  int tries_ = 0;
  bool is_after_update_ = false;
  std::vector<Undo> undos_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_INCREMENTAL_H_
