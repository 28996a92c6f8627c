#include <algorithm>
#include <utility>
#include <vector>

#include "ops/data_flow.h"
#include "propagate/id_set.h"
#include "propagate/incremental.h"

// Updates, which repeat the turns that may differ from the logged run.

namespace shardflow::internal {
namespace {

// After this many updates that were undone before the next one, the next update
// is likely to be undone, too.
constexpr int kTriesOfSearch = 2;

}  // namespace

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

void IncrementalPropagation::SetLoaded(SlotId slot, ShardingId sharding) {
  if (slots_->Get(slot) == sharding) return;
  MarkLoaded(slot);
  slots_->Set(slot, sharding);
}

// Dirty slots aren't loaded: the module already has their shardings from the
// new run.
void IncrementalPropagation::LoadKey(KeyId key, const TurnTime& time) {
  if (std::exchange(loaded_in_[key.Slot()], turn_number_) == turn_number_) {
    return;
  }
  for (const SlotId slot : comparison_->SlotsOf(key)) {
    if (!comparison_->IsDirty(slot)) {
      SetLoaded(slot, run_->history->Before(slot, time));
    }
  }
}

void IncrementalPropagation::Load(SlotId slot, const TurnTime& time) {
  int32_t next_write = SlotHistory::kNever;
  Load(slot, time, next_write);
}

void IncrementalPropagation::Load(SlotId slot, const TurnTime& time,
                                  int32_t& next_write) {
  const ShardingId then = run_->history->Before(slot, time, next_write);
  if (!comparison_->IsAlone(slot)) {
    return LoadKey(comparison_->KeyOf(slot), time);
  }
  if (comparison_->IsDirty(slot)) return;
  if (std::exchange(loaded_in_[slot.Slot()], turn_number_) != turn_number_) {
    SetLoaded(slot, then);
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
    if (logs_ && (!was_written || then != write.sharding)) {
      history.NoteWrite(time, write.slot, write.sharding);
    }
    comparison_->SetDirty(write.slot, write.sharding != then);
  }
  for (const SlotWrite& write : log.Writes(logged)) {
    if (written_in_[write.slot.Slot()] == number) continue;
    if (logs_) history.NoteNoWrite(time, write.slot);
    comparison_->SetDirty(write.slot,
                          slots_->Get(write.slot) != write.sharding);
  }
  if (logs_ && (turn.DidSomething() || logged.DidSomething())) {
    run_->visitors->Add(time, log.Visits(turn), log.Visits(logged));
    log.Replace(time.stage, undo_.log);
  } else {
    log.DropTurn();
  }
  ++stats_.turns_again;
}

// Makes TakeTurns() repeat only the turns that may differ from the logged ones.
// If there are too many of them, continues as a plain run.
class IncrementalPropagation::Replay {
 public:
  static constexpr bool kPopsSettled = true;

  explicit Replay(IncrementalPropagation& all)
      : all_(all),
        s_(*all.p_.state),
        comparison_(*all.comparison_),
        history_(*all.run_->history),
        visit_limit_(all.p_.visits + all.run_->visit_limit),
        all_runs_((1u << s_.options.schedule.size()) - 1),
        for_now_(static_cast<size_t>(all.run_->rounds.count())),
        revisiting_(s_.graph.size()),
        rewired_(comparison_.any_forced() ? s_.graph.size() : 0),
        results_(s_) {}
  // An op that is settled now need not be settled in the next update.
  ~Replay() {
    for (const Position op : visited_) Unsettle(op);
  }
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;

  void BeginRound(Round round) {
    round_ = round.index;
    for (const Position op : for_now_[static_cast<size_t>(round_)]) {
      Unsettle(op);
    }
  }

  bool IsDone() const {
    return !is_plain_ && !comparison_.any_dirty() && !comparison_.any_forced();
  }
  void BeginPhase(Phase phase);
  TurnIndex NextTurn(Phase phase);
  bool Visit(Position op);
  void EndTurn(Phase phase, TurnIndex at, bool changed);
  bool is_plain() const { return is_plain_; }

 private:
  // Return the first turn from next_ on that may differ, or None.
  TurnIndex NextResult(Phase phase);
  TurnIndex NextOp();
  void Revisit(TurnIndex turn);
  void AddVisitors(Position op);
  void Unsettle(Position op) {
    s_.graph.worklist.Unsettle(op);
    s_.graph.worklist.Unset(op, kSettledForNow);
  }
  // Settles an op whose visit changed nothing, but only until stage
  // `next_write`. In that stage, the logged run writes one of the op's tensors,
  // perhaps in a turn that isn't repeated and therefore doesn't unsettle the
  // op.
  void SettleUntil(int32_t next_write, Position op);
  // Loads a tensor. Returns whether a later turn of the logged run writes it.
  bool LoadTensor(ValueId value);
  bool LoadTensors(Position op, const Node& node);
  // Visits the op if that changes nothing and its node is direct. Such a visit
  // is *quiet*: it reads the tensors where they are, and needs no sharding
  // loaded. Most visits in an update are quiet. Returns false if the op was not
  // visited.
  template <bool kInTurn>
  bool VisitQuietly(Position op);
  // Takes the op's turn if the logged turn did nothing and the op's visit is
  // quiet. Then nothing has to be logged, either.
  bool TakeQuietTurn(Position op) {
    if (logged_.DidSomething()) return false;
    if (!VisitQuietly</*kInTurn=*/false>(op)) return false;
    ++all_.stats_.turns_again;
    return true;
  }
  bool IsTooMuch() const {
    return all_.p_.visits > visit_limit_ ||
           comparison_.dirty_count() +
                   static_cast<int64_t>(all_.written_.size()) >
               all_.run_->change_limit;
  }
  void BecomePlain();

  IncrementalPropagation& all_;
  PropagationState& s_;
  RunComparison& comparison_;
  const SlotHistory& history_;
  const int64_t visit_limit_;
  const uint32_t all_runs_;  // one bit for each run
  bool is_plain_ = false;
  int round_ = 0;
  std::vector<Position> visited_;
  // Indexed by round: the ops to unsettle when the round begins.
  std::vector<std::vector<Position>> for_now_;
  std::vector<ShardingId> shardings_;  // scratch memory
  // --- state of the current phase
  int32_t stage_ = 0;
  TurnIndex next_;
  // Turns that visit a touched op besides their own op.
  IdSet<TurnIndex> revisiting_;
  TurnIndex next_revisiting_;  // the first in revisiting_, or None
  // After an edit of the program: turns of the phase in which the logged run
  // wrote a value whose uses have changed, and so pushed its users.
  IdSet<TurnIndex> rewired_;
  PendingResults results_;  // used once the run is plain
  // --- state of the current turn
  TurnTime time_;
  LoggedTurn logged_;
  std::vector<Position> unsettled_;  // ops that must not stay settled
};

void IncrementalPropagation::Replay::Revisit(TurnIndex turn) {
  if (turn < next_) return;
  revisiting_.Insert(turn);
  if (!next_revisiting_ || turn < next_revisiting_) next_revisiting_ = turn;
}

void IncrementalPropagation::Replay::AddVisitors(Position op) {
  all_.run_->visitors->ForEach(op, stage_,
                               [&](TurnIndex turn) { Revisit(turn); });
}

void IncrementalPropagation::Replay::BeginPhase(Phase phase) {
  if (is_plain_) return results_.BeginPhase();
  stage_ = all_.stages_.Of(round_, s_.run, phase);
  next_ = TurnIndex(0);
  comparison_.newly_touched().clear();
  if (phase != Phase::kOps) return;
  comparison_.ForEachTouchedOp([&](Position op) { AddVisitors(op); });
  if (!comparison_.any_forced()) return;
  rewired_.Clear();
  for (const SlotId slot : all_.rewiring_.values) {
    history_.ForEachWrite(slot, [&](const TurnTime& time) {
      if (time.stage != stage_) return;
      rewired_.Insert(time.at);
      Revisit(time.at);
    });
  }
}

TurnIndex IncrementalPropagation::Replay::NextResult(Phase phase) {
  const TurnIndex at = comparison_.NextTouched(phase, next_);
  if (!at) return at;
  next_ = TurnIndex(at.index + 1);
  time_ = {stage_, at};
  logged_ = all_.run_->log.Find(time_);
  return at;
}

TurnIndex IncrementalPropagation::Replay::NextOp() {
  const Worklist& worklist = s_.graph.worklist;
  for (;;) {
    const TurnIndex own = comparison_.NextTouched(Phase::kOps, next_);
    TurnIndex at = own;
    if (next_revisiting_ && (!at || next_revisiting_ < at)) {
      at = next_revisiting_;
    }
    if (!at) return at;
    next_ = TurnIndex(at.index + 1);
    if (at == next_revisiting_) {
      revisiting_.Erase(at);
      next_revisiting_ = revisiting_.NextFrom(next_);
    }
    // The turn of a settled op does nothing in the new run. It does nothing in
    // the logged run, either, where no turn from here on writes the op's
    // tensors.
    const Position op(at.index);
    const bool is_rewired = comparison_.IsForced(op) ||
                            (comparison_.any_forced() && rewired_.Has(at));
    if (worklist.IsSettled(op, s_.run) || worklist.Has(op, kGone)) {
      // But if the program was edited here, the logged turn may have done
      // something: the op may have had other operands, or may be gone.
      time_ = {stage_, at};
      logged_ = is_rewired ? all_.run_->log.Find(time_) : LoggedTurn{};
      if (logged_.DidSomething()) return at;
      if (worklist.IsSettledForAll(op, all_runs_) &&
          !worklist.Has(op, kSettledForNow)) {
        comparison_.SetAside(op);
      }
      continue;
    }
    time_ = {stage_, at};
    logged_ = all_.run_->log.Find(time_);
    if (at == own || is_rewired ||
        comparison_.AnyTouched(all_.run_->log.Visits(logged_))) {
      return at;
    }
  }
}

// With kInTurn, the tensors that the turn has loaded or written have their
// shardings in the module. Otherwise, no sharding has been loaded for the turn
// yet.
template <bool kInTurn>
bool IncrementalPropagation::Replay::VisitQuietly(Position op) {
  Worklist& worklist = s_.graph.worklist;
  if (!worklist.Has(op, kDirect)) return false;
  // Return from time to time, so that TakePhase() checks whether to stop.
  if (all_.p_.visits % kVisitsBetweenLooks == 0) return false;
  const Module& m = s_.m;
  const OpId id = s_.graph.op(op);
  const auto operands = static_cast<size_t>(m.operand_count(id));
  const size_t count = operands + static_cast<size_t>(m.result_count(id));
  if (shardings_.size() < count) shardings_.resize(count);
  ShardingId* const shardings = shardings_.data();
  bool any = false;
  int32_t next_write = SlotHistory::kNever;
  const auto read = [&](ValueId value) {
    const SlotId slot = all_.slots_->Of(value);
    const ShardingId before = history_.Before(slot, time_, next_write);
    const bool is_in_module =
        comparison_.IsDirty(slot) ||
        (kInTurn &&
         all_.loaded_in_[comparison_.KeyOf(slot).Slot()] == all_.turn_number_);
    const ShardingId sharding = is_in_module ? m.sharding(value) : before;
    any |= static_cast<bool>(sharding);
    return sharding;
  };
  // The uses of an op's operands have consecutive ids, and so do its results.
  UseId use = operands > 0 ? m.operand_use(id, 0) : UseId::None();
  for (size_t i = 0; i < operands; ++i, ++use.index) {
    shardings[i] = read(m.use(use).value);
  }
  ValueId result = m.op(id).first_result;
  for (size_t i = operands; i < count; ++i, ++result.index) {
    shardings[i] = read(result);
  }
  if (any && !s_.stepper.Step(DirectStep(s_, op, {shardings, count})).empty()) {
    return false;
  }
  ++all_.p_.visits;
  SettleUntil(next_write, op);
  return true;
}

void IncrementalPropagation::Replay::SettleUntil(int32_t next_write,
                                                 Position op) {
  if (next_write == stage_) return;
  Worklist& worklist = s_.graph.worklist;
  const auto op_class = static_cast<size_t>(worklist.Class(op));
  uint16_t runs = s_.table.same_runs[op_class][static_cast<size_t>(s_.run)];
  if (next_write != SlotHistory::kNever) {
    const Stages& stages = all_.stages_;
    auto unsettled_in = static_cast<size_t>(stages.RoundOf(next_write));
    if (unsettled_in == static_cast<size_t>(round_)) {
      const bool after = stages.PhaseOf(next_write) == Phase::kResultsAfter;
      const int end = stages.RunOf(next_write) + (after ? 1 : 0);
      runs &= static_cast<uint16_t>((1u << end) - 1);
      ++unsettled_in;
    }
    if (unsettled_in < for_now_.size()) for_now_[unsettled_in].push_back(op);
    worklist.Set(op, kSettledForNow);
  }
  worklist.Settle(op, runs);
  visited_.push_back(op);
}

// When this is called, the module has the new run's shardings of dirty slots
// and of slots that the current turn has written.
void IncrementalPropagation::Replay::BecomePlain() {
  ++all_.turn_number_;
  for (const ValueId value : all_.written_) {
    all_.written_in_[all_.slots_->Of(value).Slot()] = all_.turn_number_;
  }
  for (size_t i = 0; i < all_.slots_->size(); ++i) {
    const SlotId slot(i);
    if (comparison_.IsDirty(slot)) continue;
    if (all_.written_in_[i] == all_.turn_number_) continue;
    all_.SetLoaded(slot, history_.Before(slot, time_));
  }
  all_.UnsettleAll();
  s_.written = nullptr;
  is_plain_ = true;
}

TurnIndex IncrementalPropagation::Replay::NextTurn(Phase phase) {
  if (phase == Phase::kOps) {
    if (is_plain_) return TurnIndex(s_.graph.worklist.NextTurn().index);
    TurnIndex at;
    do {
      at = NextOp();
      if (!at) return at;
    } while (!IsTooMuch() && TakeQuietTurn(Position(at.index)));
    s_.graph.worklist.BeginTurn(Position(at.index));
    if (IsTooMuch()) {
      BecomePlain();
    } else {
      all_.BeginLogged(logged_, time_);
    }
    return at;
  }
  if (is_plain_) return results_.Next();
  const TurnIndex at = NextResult(phase);
  if (!at) return at;
  all_.BeginLogged(logged_, time_);
  const ReturnedValue& returned = s_.main_results.values[at.Slot()];
  const ValueId holder = GetShardableValue(s_.m, returned.value);
  if (holder) (void)LoadTensor(holder);
  all_.Load(all_.slots_->OfMain(at.Slot()), time_);
  return at;
}

bool IncrementalPropagation::Replay::LoadTensor(ValueId value) {
  int32_t next_write = SlotHistory::kNever;
  all_.Load(all_.slots_->Of(value), time_, next_write);
  return next_write != SlotHistory::kNever;
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
  if (!is_plain_ && IsTooMuch()) BecomePlain();
  if (is_plain_) {
    return !s_.graph.worklist.IsSettled(op, s_.run) &&
           !s_.graph.worklist.Has(op, kGone);
  }
  all_.run_->log.AddVisit(op);
  if (s_.graph.worklist.IsSettled(op, s_.run) ||
      s_.graph.worklist.Has(op, kGone)) {
    return false;
  }
  if (op.index != time_.at.index && VisitQuietly</*kInTurn=*/true>(op)) {
    return false;
  }
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
  if (is_plain_) return;
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
void IncrementalPropagation::BringBackAgain(Round round) {
  std::vector<SlotId> slots;
  comparison_->ForEachDirty([&](SlotId slot) { slots.push_back(slot); });
  slots.insert(slots.end(), edited_.begin(), edited_.end());
  std::ranges::sort(slots);
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  for (const SlotId slot : slots) {
    const TurnTime time = {stages_.BringBack(round.index),
                           TurnIndex(slot.index)};
    const bool has = initial_->HasPriority(slot, round);
    const LoggedTurn logged = run_->log.Find(time);
    if (!has && !logged.DidSomething()) continue;
    BeginLogged(logged, time);
    Load(slot, time);
    ++turn_number_;
    const ShardingId current = slots_->Get(slot);
    if (has && current) {
      const ShardingId now = initial_->BroughtBack(slot, current, round);
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
  bool is_listed = false;
  return TakeRounds(p_, run_->rounds, replay, [&](Round round) {
    if (!replay.is_plain()) {
      BringBackAgain(round);
    } else {
      if (!std::exchange(is_listed, true)) ListUnsettled(*p_.state);
      BringBackAll(round, /*log=*/nullptr);
    }
    replay.BeginRound(round);
  });
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
  if (logs_) {
    run_->history->Commit(undo_.history);
  } else {
    run_->has_log = false;
    undo_.is_unlogged = true;
  }
  Unload();
  comparison_->Clear();
  ++stats_.updates;
  if (marks_ > 0) {
    undos_.emplace_back(std::move(undo_));
  } else if (run_->log.WantsCompact()) {
    Compact();
  }
}

void IncrementalPropagation::TakeBackUpdate() {
  comparison_->Clear();
  written_.clear();
  run_->history->Discard();
  run_->log.Take(undo_.log);
  run_->visitors->Shrink(undo_.visitors);
}

Outcome IncrementalPropagation::EndPlainUpdate(Outcome outcome) {
  p_.state->written = &written_;
  UnsettleAll();
  TakeBackUpdate();
  for (const SlotId slot : loaded_) is_loaded_[slot.Slot()] = 0;
  loaded_.clear();
  if (outcome != Outcome::kDone) {
    LoadLast();
    return outcome;
  }
  std::unique_ptr<LoggedRun> before =
      std::exchange(run_, std::make_unique<LoggedRun>());
  run_->rounds = before->rounds;
  EndFullRun(std::move(before));
  stats_.why_full = "a large part of the run changes";
  return outcome;
}

void IncrementalPropagation::Compact() {
  run_->log.Compact();
  run_->history.emplace(run_->log, run_->history->AllFirst());
  run_->visitors.emplace(run_->log, p_.state->graph.size());
}

Outcome IncrementalPropagation::Update() {
  stats_.turns_again = 0;
  if (is_after_update_) tries_ = 0;
  if (run_->rounds != initial_->AllRounds()) {
    return RunInPlaceOfUpdate("other user priorities occur than before");
  }
  if (!run_->has_log) {
    return RunInPlaceOfUpdate("the last run wasn't logged");
  }
  PrepareUpdate();
  stats_.why_full = {};
  written_.clear();
  logs_ = marks_ == 0 || tries_ < kTriesOfSearch;
  undo_ = {.log = run_->log.BeginUndo(),
           .history = {},
           .visitors = run_->visitors->size(),
           .last = {},
           .is_unlogged = false};
  ++turn_number_;
  for (const SlotId slot : edited_) {
    const ShardingId initial = initial_->initial(slot);
    if (initial == run_->history->First(slot)) continue;
    if (comparison_->IsDirty(slot)) continue;  // the slot was edited twice
    MarkLoaded(slot);
    slots_->Set(slot, initial);
    comparison_->SetDirty(slot, true);
    if (logs_) run_->history->NoteFirst(slot, initial);
  }
  for (const Position op : rewiring_.ops) {
    comparison_->Force(Phase::kOps, TurnIndex(op.index));
  }
  for (const TurnIndex result : rewiring_.results) {
    comparison_->Force(Phase::kResultsBefore, result);
  }
  const bool differs = comparison_->any_dirty() || comparison_->any_forced();
  if (!differs) logs_ = true;  // the log stays as it is
  is_after_update_ |= differs;
  const int64_t visits_before = p_.visits;
  Outcome outcome = Outcome::kDone;
  bool is_plain = false;
  {
    Replay replay(*this);
    outcome = ReplayRounds(replay);
    is_plain = replay.is_plain();
  }
  stats_.visits = p_.visits - visits_before;
  if (is_plain) return EndPlainUpdate(outcome);
  if (outcome == Outcome::kDone) {
    edited_.clear();
    EndUpdate();
    return outcome;
  }
  // Also restore the module. (If the run was stopped in the middle of a turn,
  // the slots that the turn has written aren't dirty yet.)
  comparison_->ForEachDirty([&](SlotId slot) { MarkLoaded(slot); });
  for (const ValueId value : written_) MarkLoaded(slots_->Of(value));
  Unload();
  TakeBackUpdate();
  return outcome;
}

}  // namespace shardflow::internal
