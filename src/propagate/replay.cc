#include <algorithm>
#include <utility>
#include <vector>

#include "ops/data_flow.h"
#include "propagate/id_set.h"
#include "propagate/incremental.h"

// Updates, which repeat the turns that may differ from the logged run.

namespace shardflow::internal {

void IncrementalPropagation::PrepareUpdate() {
  const size_t count = slots_->size();
  if (!comparison_) {
    comparison_.emplace(*p_.state, *slots_);
    loaded_in_.resize(count);
    is_loaded_.resize(count);
    logged_in_.resize(count);
  }
  if (!run_->history) {
    run_->history.emplace(run_->log, std::exchange(run_->first, {}));
    run_->visitors.emplace(run_->log, p_.state->graph.size());
  }
}

void IncrementalPropagation::MarkLoaded(SlotId slot) {
  if (std::exchange(is_loaded_[slot.Slot()], 1) == 0) loaded_.push_back(slot);
}

// The module already has the new run's sharding of a dirty slot.
void IncrementalPropagation::LoadClean(SlotId slot, const TurnTime& time) {
  const ShardingId then = run_->history->Before(slot, time);
  if (slots_->Get(slot) == then) return;
  MarkLoaded(slot);
  slots_->Set(slot, then);
}

void IncrementalPropagation::LoadKey(KeyId key, const TurnTime& time) {
  if (std::exchange(loaded_in_[key.Slot()], turn_number_) == turn_number_) {
    return;
  }
  for (const SlotId slot : comparison_->SlotsOf(key)) {
    if (!comparison_->IsDirty(slot)) LoadClean(slot, time);
  }
}

void IncrementalPropagation::Load(SlotId slot, const TurnTime& time) {
  if (comparison_->IsDirty(slot) && comparison_->IsAlone(slot)) return;
  if (!comparison_->IsAlone(slot)) {
    return LoadKey(comparison_->KeyOf(slot), time);
  }
  if (std::exchange(loaded_in_[slot.Slot()], turn_number_) != turn_number_) {
    LoadClean(slot, time);
  }
}

// Until the turn's writes are logged, turn_number_ is still the number of the
// previous turn. Load() uses it all the same: the number only has to differ
// from turn to turn.
void IncrementalPropagation::BeginLogged(const LoggedTurn& logged,
                                         const TurnTime& time) {
  run_->log.BeginTurn(time.at);
  for (const SlotWrite& write : run_->log.Writes(logged)) {
    Load(write.slot, time);
  }
}

void IncrementalPropagation::EndLogged(const LoggedTurn& logged,
                                       const TurnTime& time) {
  TurnLog& log = run_->log;
  SlotHistory& history = *run_->history;
  const LoggedTurn turn = log.turn();
  const uint64_t number = turn_number_;
  for (const SlotWrite& write : log.Writes(logged)) {
    logged_in_[write.slot.Slot()] = {number, write.sharding};
  }
  for (const SlotWrite& write : log.Writes(turn)) {
    MarkLoaded(write.slot);
    const auto& [in, sharding] = logged_in_[write.slot.Slot()];
    const bool was_written = in == number;
    const ShardingId then =
        was_written ? sharding : history.Before(write.slot, time);
    if (!was_written || then != write.sharding) {
      history.NoteWrite(time, write.slot, write.sharding);
    }
    comparison_->SetDirty(write.slot, write.sharding != then);
  }
  for (const SlotWrite& write : log.Writes(logged)) {
    if (written_in_[write.slot.Slot()] == number) continue;
    history.NoteNoWrite(time, write.slot);
    comparison_->SetDirty(write.slot,
                          slots_->Get(write.slot) != write.sharding);
  }
  if (turn.DidSomething() || logged.DidSomething()) {
    run_->visitors->Add(time, log.Visits(turn), log.Visits(logged));
    log.Replace(time.stage, undo_.log);
  } else {
    log.DropTurn();
  }
  ++stats_.turns_again;
}

// An observer of TakeTurns() that takes the turns that may differ from the
// logged ones.
class IncrementalPropagation::Replay {
 public:
  static constexpr bool kPopsSettled = true;

  explicit Replay(IncrementalPropagation& all)
      : all_(all),
        s_(*all.p_.state),
        comparison_(*all.comparison_),
        visit_limit_(all.p_.visits + all.run_->visit_limit),
        all_runs_((1u << s_.options.schedule.size()) - 1),
        revisiting_(s_.graph.size()) {}
  // An op that is settled now need not be settled in the next update.
  ~Replay() {
    for (const Position op : visited_) s_.graph.worklist.Unsettle(op);
  }
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  void BeginRound(int round) { round_ = round; }

  bool IsDone() const { return !comparison_.any_dirty(); }
  void BeginPhase(Phase phase);
  TurnIndex NextTurn(Phase phase);
  bool Visit(Position op);
  void EndTurn(Phase phase, TurnIndex at, bool changed);
  bool GivesUp() const { return gives_up_; }

 private:
  // Returns the first turn from next_ on that may differ, or None.
  TurnIndex NextCandidate(Phase phase);
  void AddVisitors(Position op);
  // Loads a tensor. Returns whether a later turn of the logged run writes it.
  bool LoadTensor(ValueId value) {
    const SlotId slot = all_.slots_->Of(value);
    all_.Load(slot, time_);
    return all_.run_->history->IsWrittenAfter(slot, time_);
  }
  bool LoadTensors(Position op, const Node& node);
  // Takes the candidate's turn if it is *quiet*: the logged turn did nothing,
  // and a visit of its op changes nothing. Nothing has to be written for it,
  // neither to the module nor to the log. Many of the turns of an update are
  // quiet.
  bool TakeQuietTurn(Position op);

  IncrementalPropagation& all_;
  PropagationState& s_;
  RunComparison& comparison_;
  const int64_t visit_limit_;
  const uint32_t all_runs_;  // bits
  bool gives_up_ = false;
  int round_ = 0;
  std::vector<Position> visited_;
  std::vector<ShardingId> shardings_;  // scratch memory
  // --- of a phase
  int32_t stage_ = 0;
  TurnIndex next_;
  // Turns that visit a touched op besides their own op.
  IdSet<TurnIndex> revisiting_;
  // --- of the current turn
  TurnTime time_;
  LoggedTurn logged_;
  std::vector<Position> unsettled_;  // ops that must not stay settled
};

void IncrementalPropagation::Replay::AddVisitors(Position op) {
  all_.run_->visitors->ForEach(op, stage_, [&](TurnIndex turn) {
    if (turn >= next_) revisiting_.Insert(turn);
  });
}

void IncrementalPropagation::Replay::BeginPhase(Phase phase) {
  stage_ = all_.stages_.Of(round_, s_.run, phase);
  next_ = TurnIndex(0);
  comparison_.newly_touched().clear();
  if (phase != Phase::kOps) return;
  for (TurnIndex op = comparison_.NextTouched(phase, next_); op;
       op = comparison_.NextTouched(phase, TurnIndex(op.index + 1))) {
    AddVisitors(Position(op.index));
  }
}

TurnIndex IncrementalPropagation::Replay::NextCandidate(Phase phase) {
  const Worklist& worklist = s_.graph.worklist;
  for (;;) {
    const TurnIndex own = comparison_.NextTouched(phase, next_);
    TurnIndex at = own;
    if (phase == Phase::kOps) {
      const TurnIndex other = revisiting_.NextFrom(next_);
      if (other && (!at || other < at)) at = other;
    }
    if (!at) return at;
    next_ = TurnIndex(at.index + 1);
    if (phase == Phase::kOps) {
      revisiting_.Erase(at);
      // The turn of a settled op does nothing in the new run, nor in the logged
      // one, in which no turn from here on writes its tensors.
      const Position op(at.index);
      if (worklist.IsSettled(op, s_.run) || worklist.Has(op, kGone)) {
        if (worklist.IsSettledForAll(op, all_runs_)) comparison_.SetAside(op);
        continue;
      }
    }
    time_ = {stage_, at};
    logged_ = all_.run_->log.Find(time_);
    if (at == own || comparison_.AnyTouched(all_.run_->log.Visits(logged_))) {
      return at;
    }
  }
}

bool IncrementalPropagation::Replay::TakeQuietTurn(Position op) {
  Worklist& worklist = s_.graph.worklist;
  if (logged_.DidSomething() || !worklist.Has(op, kDirect)) return false;
  // TakePhase() then checks whether it has to stop.
  if (all_.p_.visits % kVisitsBetweenLooks == 0) return false;
  const SlotHistory& history = *all_.run_->history;
  const Module& m = s_.m;
  const OpId id = s_.graph.op(op);
  bool any = false, is_written_later = false;
  shardings_.clear();
  const auto add = [&](ValueId value) {
    const SlotId slot = all_.slots_->Of(value);
    const ShardingId sharding = comparison_.IsDirty(slot)
                                    ? m.sharding(value)
                                    : history.Before(slot, time_);
    any |= static_cast<bool>(sharding);
    is_written_later |= history.IsWrittenAfter(slot, time_);
    shardings_.push_back(sharding);
  };
  const int operands = m.operand_count(id), results = m.result_count(id);
  for (int i = 0; i < operands; ++i) add(m.operand(id, i));
  for (int i = 0; i < results; ++i) add(m.result(id, i));
  if (any && !s_.stepper.Step(DirectStep(s_, op, shardings_)).empty()) {
    return false;
  }
  ++all_.p_.visits;
  ++all_.stats_.turns_again;
  if (is_written_later) return true;
  const auto op_class = static_cast<size_t>(worklist.Class(op));
  worklist.Settle(op,
                  s_.table.same_runs[op_class][static_cast<size_t>(s_.run)]);
  visited_.push_back(op);
  return true;
}

TurnIndex IncrementalPropagation::Replay::NextTurn(Phase phase) {
  TurnIndex at;
  do {
    at = NextCandidate(phase);
    if (!at) return at;
    if (all_.p_.visits > visit_limit_) {
      gives_up_ = true;
      return TurnIndex::None();
    }
  } while (phase == Phase::kOps && TakeQuietTurn(Position(at.index)));
  all_.BeginLogged(logged_, time_);
  if (phase == Phase::kOps) {
    s_.graph.worklist.BeginTurn(Position(at.index));
    return at;
  }
  const ReturnedValue& returned = s_.main_results.values[at.Slot()];
  const ValueId holder = GetShardableValue(s_.m, returned.value);
  if (holder) (void)LoadTensor(holder);
  all_.Load(all_.slots_->OfMain(at.Slot()), time_);
  return at;
}

bool IncrementalPropagation::Replay::LoadTensors(Position op,
                                                 const Node& node) {
  bool is_written_later = false;
  for (int32_t t = 0; t < node.tensor_count; ++t) {
    const TensorRef ref = s_.graph.Tensor(op, node, t);
    if (!ref.IsNowhere()) is_written_later |= LoadTensor(ref.value);
  }
  return is_written_later;
}

bool IncrementalPropagation::Replay::Visit(Position op) {
  all_.run_->log.AddVisit(op);
  if (s_.graph.worklist.IsSettled(op, s_.run)) return false;
  visited_.push_back(op);
  const Node node = s_.graph.NodeAt(op);
  bool is_written_later = LoadTensors(op, node);
  // A step through an edge that transforms shardings also reads the sharding
  // that the edge's owner was given.
  if (node.transforms) {
    is_written_later |= LoadTensor(s_.m.operand(s_.graph.op(op), 0));
  }
  if (node.has_second) {
    is_written_later |= LoadTensors(op, s_.graph.second.at(op).node);
  }
  if (is_written_later) unsettled_.push_back(op);
  return true;
}

void IncrementalPropagation::Replay::EndTurn(Phase phase, TurnIndex at,
                                             bool changed) {
  all_.LogTurnWrites(phase, at, changed);
  for (const Position op : unsettled_) s_.graph.worklist.Unsettle(op);
  unsettled_.clear();
  all_.EndLogged(logged_, time_);
  if (phase == Phase::kOps) {
    for (const Position op : comparison_.newly_touched()) AddVisitors(op);
  }
  comparison_.newly_touched().clear();
}

// Begins a round: repeats the turns that restore dimensions, if they may differ
// from the logged ones.
void IncrementalPropagation::BringBackAgain(int round) {
  const int32_t priority = run_->priorities[static_cast<size_t>(round - 1)];
  std::vector<SlotId> slots;
  comparison_->ForEachDirty([&](SlotId slot) { slots.push_back(slot); });
  slots.insert(slots.end(), edited_.begin(), edited_.end());
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  for (const SlotId slot : slots) {
    const TurnTime time = {stages_.BringBack(round), TurnIndex(slot.index)};
    const bool has = initial_->HasPriority(slot, priority);
    const LoggedTurn logged = run_->log.Find(time);
    if (!has && !logged.DidSomething()) continue;
    BeginLogged(logged, time);
    Load(slot, time);
    ++turn_number_;
    const ShardingId current = slots_->Get(slot);
    if (has && current) {
      const ShardingId now = initial_->BroughtBack(slot, current, priority);
      if (now != current) {
        if (const ValueId value = slots_->Value(slot)) {
          RestoreSharding(*p_.state, value, now);
          written_.clear();
        } else {
          slots_->Set(slot, now);
        }
        written_in_[slot.Slot()] = turn_number_;
        run_->log.AddWrite(slot, now);
      }
    }
    EndLogged(logged, time);
  }
}

Outcome IncrementalPropagation::ReplayRounds(Replay& replay) {
  Outcome outcome = TakeTurns(p_, replay);
  const int rounds = static_cast<int>(run_->priorities.size());
  for (int round = 1; round <= rounds && outcome == Outcome::kDone; ++round) {
    BringBackAgain(round);
    replay.BeginRound(round);
    outcome = TakeTurns(p_, replay);
  }
  return outcome;
}

void IncrementalPropagation::Unload() {
  for (const SlotId slot : loaded_) {
    is_loaded_[slot.Slot()] = 0;
    slots_->Set(slot, run_->last[slot.Slot()]);
  }
  loaded_.clear();
}

void IncrementalPropagation::EndUpdate() {
  changed_.clear();
  comparison_->ForEachDirty([&](SlotId slot) {
    ShardingId& last = run_->last[slot.Slot()];
    changed_.push_back({slot, last});
    last = slots_->Get(slot);
  });
  undo_.last = changed_;
  run_->history->Commit(undo_.history);
  Unload();
  comparison_->Clear();
  ++stats_.updates;
  if (marks_ > 0) {
    undos_.emplace_back(std::move(undo_));
  } else if (run_->log.WantsCompact()) {
    Compact();
  }
}

// Restores the log and the module as they were before the update.
void IncrementalPropagation::AbandonUpdate() {
  comparison_->ForEachDirty([&](SlotId slot) { MarkLoaded(slot); });
  Unload();
  comparison_->Clear();
  written_.clear();
  run_->history->Discard();
  run_->log.Take(undo_.log);
  run_->visitors->Shrink(undo_.visitors);
}

void IncrementalPropagation::Compact() {
  run_->log.Compact();
  run_->history.emplace(run_->log, run_->history->AllFirst());
  run_->visitors.emplace(run_->log, p_.state->graph.size());
}

Outcome IncrementalPropagation::Update() {
  stats_.turns_again = 0;
  if (run_->priorities != initial_->LaterPriorities()) {
    return RunInPlaceOfUpdate("other user priorities occur than before",
                              /*logs=*/true);
  }
  if (!run_->has_log) {
    return RunInPlaceOfUpdate("the last run wasn't logged", /*logs=*/true);
  }
  PrepareUpdate();
  stats_.why_full = {};
  written_.clear();
  undo_ = {.log = run_->log.BeginUndo(),
           .history = {},
           .visitors = run_->visitors->size(),
           .last = {}};
  ++turn_number_;
  for (const SlotId slot : edited_) {
    const ShardingId initial = initial_->initial(slot);
    if (initial == run_->history->First(slot)) continue;
    if (comparison_->IsDirty(slot)) continue;  // edited twice
    MarkLoaded(slot);
    slots_->Set(slot, initial);
    comparison_->SetDirty(slot, true);
    run_->history->NoteFirst(slot, initial);
  }
  const int64_t visits_before = p_.visits;
  Outcome outcome = Outcome::kDone;
  {
    Replay replay(*this);
    outcome = ReplayRounds(replay);
  }
  stats_.visits = p_.visits - visits_before;
  if (outcome == Outcome::kDone) {
    edited_.clear();
    EndUpdate();
    return outcome;
  }
  AbandonUpdate();
  if (outcome != Outcome::kGivenUp) return outcome;
  return RunInPlaceOfUpdate("a large part of the run changes", /*logs=*/false);
}

}  // namespace shardflow::internal
