#ifndef SHARDFLOW_PROPAGATE_TURNS_H_
#define SHARDFLOW_PROPAGATE_TURNS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/diagnostics.h"
#include "base/id.h"
#include "ir/module.h"
#include "propagate/groups.h"
#include "propagate/id_set.h"
#include "propagate/propagation.h"
#include "propagate/record.h"
#include "propagate/schedule.h"
#include "propagate/settle_guard.h"
#include "sharding/mesh_table.h"

// The loop of propagation. All kinds of propagation share it: a plain
// propagation (driver.h), and propagations that write or replay a log
// (incremental.h). They differ in the observer that they pass to TakeTurns().
//
// A run of the schedule has three phases: shardings propagate between the
// results of the main function and the values that it returns; then all ops get
// their turn (see worklist.h); then the results have theirs again. A *turn* is
// one result, or one op and the ops that are pushed while it is visited. A turn
// begins with nothing pushed, and depends only on the shardings that its visits
// read.

namespace shardflow::internal {

// Gives all members of each group the group's sharding, as propagation does
// before its first turn, and records that if there is a recorder.
void SyncGroups(Module& m, ShardingGroups& groups, Recorder* recorder,
                Diagnostics& diagnostics);

// A PropagationState and the objects that it refers to. Must not move once
// propagation has begun.
struct Propagation {
  MeshTable meshes;
  ShardingGroups groups;
  std::optional<PropagationState> state;
  std::unique_ptr<Recorder> own_recorder;
  int64_t visits = 0;  // number of visits to ops
  Position unsettled;  // the op that caused Outcome::kUnsettled
};

// Sets up `p`. All other arguments must outlive it. Returns false after an
// error, which is in `diagnostics`.
[[nodiscard]] bool StartPropagation(Module& m,
                                    const PropagationOptions& options,
                                    RuleWarnings& warnings,
                                    Diagnostics& diagnostics, Propagation& p);

enum class Phase : uint8_t { kResultsBefore, kOps, kResultsAfter };
inline constexpr Phase kPhases[] = {Phase::kResultsBefore, Phase::kOps,
                                    Phase::kResultsAfter};

struct TurnIndexTag {};
// Which turn of a phase: the position of the op, or the index of the result in
// MainResults::values.
using TurnIndex = Id<TurnIndexTag>;

enum class Outcome : uint8_t {
  kDone,
  kStopped,    // the witness stopped it
  kUnsettled,  // the run would never end, see settle_guard.h
};

SettleGuard MakeSettleGuard(const PropagationState& s);
// Whether the witness asks propagation to stop. `at` is the position of the op
// whose turn it is.
bool IsStopped(const PropagationState& s, TurnIndex at);
// Propagates between a returned value and the result of the main function, in
// both directions, independent of the op priority. A change doesn't push the
// users of the value. Returns true if anything changed.
bool PropagateMainResult(PropagationState& s, const ReturnedValue& returned);

// The results of the main function that still need a turn in the phase. At
// first these are all of them; after List(), only those that may change.
class PendingResults {
 public:
  explicit PendingResults(PropagationState& state) : s_(state) {}

  // From now on, a result gets a turn only if something changed since its last
  // turn without effect. Takes over PropagationState::written.
  void List();
  // Call after the sharding of result number `result` of the main function was
  // set.
  void MarkResult(int result);

  void BeginPhase() { next_ = TurnIndex(0); }
  TurnIndex Next();
  void Looked(TurnIndex at, bool changed);

 private:
  uint8_t StrategyBit() const;
  void Mark(TurnIndex at);
  void MarkWritten();

  PropagationState& s_;
  TurnIndex next_{0};
  bool is_listed_ = false;
  IdSet<TurnIndex> pending_;
  // For each turn, the strategies (as bits) that would change nothing.
  std::vector<uint8_t> settled_;
  uint8_t all_strategies_ = 0;
  std::vector<ValueId> written_;
  // For each value, the turns that read it.
  absl::flat_hash_map<ValueId, std::vector<TurnIndex>> readers_;
};

// The number of visits after which the witness is asked again whether to stop.
inline constexpr int64_t kVisitsBetweenLooks = 256;

// Takes the turns of a phase. See TakeTurns.
template <class Observer>
Outcome TakePhase(Propagation& p, Phase phase, SettleGuard& guard,
                  Observer& observer) {
  PropagationState& s = *p.state;
  Worklist& worklist = s.graph.worklist;
  observer.BeginPhase(phase);
  if (phase != Phase::kOps) {
    for (TurnIndex at; (at = observer.NextTurn(phase));) {
      const bool changed =
          PropagateMainResult(s, s.main_results.values[at.Slot()]);
      observer.EndTurn(phase, at, changed);
    }
    return Outcome::kDone;
  }
  worklist.BeginRun(s.run);
  for (TurnIndex at; (at = observer.NextTurn(phase));) {
    bool changed = false;
    for (Position op(at.index); op; op = Observer::kPopsSettled
                                             ? worklist.PopPushed()
                                             : worklist.PopUnsettled()) {
      if (!observer.Visit(op)) continue;
      if (p.visits++ % kVisitsBetweenLooks == 0 && IsStopped(s, at)) {
        return Outcome::kStopped;
      }
      if (!VisitOp(s, op)) continue;
      changed = true;
      const auto tensors = static_cast<size_t>(s.graph.NodeAt(op).tensor_count);
      if (!guard.Allows(op, tensors)) {
        p.unsettled = op;
        return Outcome::kUnsettled;
      }
    }
    observer.EndTurn(phase, at, changed);
  }
  worklist.EndRun();
  return Outcome::kDone;
}

// Takes the turns of a whole schedule, under the control of an observer:
//
//   bool IsDone()                     called before a run; true if nothing is
//                                     left to do
//   void BeginPhase(Phase)
//   TurnIndex NextTurn(Phase)         None ends the phase
//   bool Visit(Position)              called before each visit in the turn; if
//                                     false, the op isn't visited
//   void EndTurn(Phase, TurnIndex, bool changed)
//   static constexpr bool kPopsSettled
//       whether Visit() is also called for pushed ops that are settled
template <class Observer>
Outcome TakeTurns(Propagation& p, Observer& observer) {
  PropagationState& s = *p.state;
  const int runs = static_cast<int>(s.options.schedule.size());
  for (s.run = 0; s.run < runs && !observer.IsDone(); ++s.run) {
    if (s.recorder != nullptr) s.recorder->SetTime({s.user_priority, s.run});
    SettleGuard guard = MakeSettleGuard(s);
    for (const Phase phase : kPhases) {
      const Outcome outcome = TakePhase(p, phase, guard, observer);
      if (outcome != Outcome::kDone) {
        s.graph.worklist.EndRun();
        return outcome;
      }
    }
  }
  s.run = runs - 1;
  return Outcome::kDone;
}

// Takes the turns of all rounds. Before each round except the first, calls
// begin(Round), which has to bring back the dimensions of the round's priority.
template <class Observer, class Begin>
Outcome TakeRounds(Propagation& p, const Rounds& rounds, Observer& observer,
                   const Begin& begin) {
  PropagationState& s = *p.state;
  s.user_priority = 0;
  Outcome outcome = TakeTurns(p, observer);
  for (int i = 1; i < rounds.count() && outcome == Outcome::kDone; ++i) {
    const Round round = rounds.At(i);
    s.user_priority = round.priority;
    begin(round);
    outcome = TakeTurns(p, observer);
  }
  s.graph.worklist.StopListing();
  return outcome;
}

// Makes the worklist keep a list of the ops that are unsettled, until
// TakeRounds() ends. From the second round on, few ops can still change
// anything, and the list avoids a search through all the others.
void ListUnsettled(PropagationState& s);

// The observer for a plain propagation. Every turn is taken, in order. Nothing
// is logged, because the run is never repeated.
class EveryTurn {
 public:
  static constexpr bool kPopsSettled = false;

  explicit EveryTurn(PropagationState& state) : s_(state), results_(state) {}

  PendingResults& results() { return results_; }

  void BeginRound(Round) {}
  bool IsDone() const { return false; }
  void BeginPhase(Phase) { results_.BeginPhase(); }
  TurnIndex NextTurn(Phase phase) {
    if (phase != Phase::kOps) return results_.Next();
    return TurnIndex(s_.graph.worklist.NextTurn().index);
  }
  bool Visit(Position) const { return true; }
  void EndTurn(Phase phase, TurnIndex at, bool changed) {
    if (phase != Phase::kOps) results_.Looked(at, changed);
  }

 private:
  PropagationState& s_;
  PendingResults results_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_TURNS_H_
