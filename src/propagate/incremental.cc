#include "propagate/incremental.h"

#include <algorithm>
#include <span>
#include <utility>

#include "ops/functions.h"
#include "ops/op_kind.h"
#include "ops/sharding_walk.h"

namespace shardflow::internal {
namespace {

bool HasPriority(const Module& m, ShardingId id) {
  if (id.IsNone()) return false;
  for (const DimSharding& dim : m.shardings.Get(id).dims) {
    if (dim.priority != kNoPriority) return true;
  }
  return false;
}

constexpr std::string_view kPriorities = "there are user priorities";

}  // namespace

std::string_view ObstacleTo(const Module& m) {
  if (m.op_count(OpKind::kShardingGroup) > 0) {
    return "there are sharding groups";
  }
  std::string_view obstacle;
  WalkShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
    if (HasPriority(m, id)) obstacle = kPriorities;
  });
  return obstacle;
}

IncrementalPropagation::IncrementalPropagation(Module& m,
                                               PropagationOptions options)
    : m_(m), options_(std::move(options)) {}

bool IncrementalPropagation::Start(RuleWarnings& warnings,
                                   Diagnostics& diagnostics) {
  if (!StartPropagation(m_, options_, warnings, diagnostics, p_)) return false;
  PropagationState& s = *p_.state;
  s.written = &written_;
  value_count_ = m_.value_table_size();
  for (size_t i = 0; i < value_count_; ++i) {
    initial_.push_back(m_.sharding(ValueId(i)));
  }
  for (const ReturnedValue& returned : s.main_results.values) {
    initial_.push_back(ResultSharding(m_, s.main_results.function,
                                      static_cast<size_t>(returned.result)));
  }
  written_in_.resize(initial_.size());
  return true;
}

SlotId IncrementalPropagation::SlotOfResult(OpId function, int result) const {
  const MainResults& results = p_.state->main_results;
  if (function != results.function) return SlotId::None();
  for (size_t i = 0; i < results.values.size(); ++i) {
    if (results.values[i].result == result) return SlotId(value_count_ + i);
  }
  return SlotId::None();
}

void IncrementalPropagation::SetInitial(SlotId slot, ShardingId sharding) {
  initial_[slot.Slot()] = sharding;
  edited_.push_back(slot);
  if (HasPriority(m_, sharding)) obstacle_ = kPriorities;
}

ShardingId IncrementalPropagation::Current(SlotId slot) const {
  if (slot.Slot() < value_count_) return m_.sharding(ValueId(slot.index));
  const MainResults& results = p_.state->main_results;
  const ReturnedValue& returned = results.values[slot.Slot() - value_count_];
  return ResultSharding(m_, results.function,
                        static_cast<size_t>(returned.result));
}

void IncrementalPropagation::SetCurrent(SlotId slot, ShardingId sharding) {
  if (slot.Slot() < value_count_) {
    m_.SetSharding(ValueId(slot.index), sharding);
    return;
  }
  const MainResults& results = p_.state->main_results;
  const ReturnedValue& returned = results.values[slot.Slot() - value_count_];
  SetResultSharding(m_, results.function, static_cast<size_t>(returned.result),
                    sharding);
}

void IncrementalPropagation::LoadInitial() {
  for (size_t i = 0; i < initial_.size(); ++i) {
    SetCurrent(SlotId(i), initial_[i]);
  }
  first_ = initial_;
  edited_.clear();
}

void IncrementalPropagation::LogWrites() {
  ++turn_number_;
  for (const ValueId value : written_) {
    if (std::exchange(written_in_[value.Slot()], turn_number_) !=
        turn_number_) {
      log_.AddWrite(SlotOf(value), m_.sharding(value));
    }
  }
  written_.clear();
}

// Takes every turn and logs it.
class IncrementalPropagation::Recording {
 public:
  // A settled op that is skipped would be missing from the log, but in a later
  // run its visit may make a difference.
  static constexpr bool kVisitsSettled = true;

  explicit Recording(IncrementalPropagation& all)
      : all_(all), s_(*all.p_.state), results_(s_) {}

  bool IsDone() const { return false; }
  void BeginPhase(Phase) { results_.BeginPhase(); }
  TurnIndex NextTurn(Phase phase) {
    const TurnIndex at = phase == Phase::kOps
                             ? TurnIndex(s_.graph.worklist.NextTurn().index)
                             : results_.Next();
    if (at) all_.log_.BeginTurn(at);
    return at;
  }
  void Visit(Position op) { all_.log_.AddVisit(op); }
  void EndTurn(Phase phase, TurnIndex at, bool changed) {
    all_.LogTurnWrites(phase, at, changed);
    all_.log_.Keep(s_.run, phase);
  }
  bool GivesUp() const { return false; }

 private:
  IncrementalPropagation& all_;
  PropagationState& s_;
  PendingResults results_;
};

// Logs the writes of the current turn. written_ has only values, so a result of
// the main function is added separately.
void IncrementalPropagation::LogTurnWrites(Phase phase, TurnIndex at,
                                           bool changed) {
  LogWrites();
  if (phase == Phase::kOps || !changed) return;
  const SlotId slot(value_count_ + at.Slot());
  log_.AddWrite(slot, Current(slot));
}

void IncrementalPropagation::UnsettleAll() {
  Worklist& worklist = p_.state->graph.worklist;
  for (size_t i = 0; i < worklist.size(); ++i) worklist.Unsettle(Position(i));
}

Outcome IncrementalPropagation::Run() {
  const size_t ops_before = m_.op_count();
  LoadInitial();
  written_.clear();
  log_.Reset(options_.schedule.size());
  const int64_t visits_before = p_.visits;
  Recording recording(*this);
  const Outcome outcome = TakeTurns(p_, recording);
  stats_.visits = p_.visits - visits_before;
  if (outcome != Outcome::kDone) return outcome;
  last_.resize(initial_.size());
  for (size_t i = 0; i < last_.size(); ++i) last_[i] = Current(SlotId(i));
  // An op that is settled at the end of this run may not be so in the middle of
  // the next one.
  UnsettleAll();
  ++stats_.full_runs;
  visit_limit_ = stats_.visits / 2;
  obstacle_ = {};
  if (m_.op_count() != ops_before) {
    obstacle_ = "propagation erases ops that are dead";
  } else if (std::ranges::any_of(initial_, [&](ShardingId id) {
               return HasPriority(m_, id);
             })) {
    obstacle_ = kPriorities;
  }
  return Outcome::kDone;
}

// --- updates

// Takes the turns that may differ from the logged run, and repeats the others
// from the log.
class IncrementalPropagation::Replay {
 public:
  static constexpr bool kVisitsSettled = true;

  // `old`: the shardings at the start of the logged run, by slot.
  Replay(IncrementalPropagation& all, std::vector<ShardingId> old)
      : all_(all),
        s_(*all.p_.state),
        comparison_(*all.comparison_),
        old_(std::move(old)),
        visit_limit_(all.p_.visits + all.visit_limit_) {}

  bool IsDone() const { return !comparison_.any_dirty(); }
  void BeginPhase(Phase phase) {
    logged_ = all_.log_.turns(s_.run, phase);
    touched_ = comparison_.NextTouched(phase, TurnIndex(0));
  }
  TurnIndex NextTurn(Phase phase);
  void Visit(Position op) { all_.log_.AddVisit(op); }
  void EndTurn(Phase phase, TurnIndex at, bool changed);
  bool GivesUp() const { return gives_up_; }

 private:
  // Whether this turn is the next one in the log.
  bool IsNextLogged(TurnIndex at) const {
    return !logged_.empty() && logged_.front().at == at;
  }
  bool IsSkipped(Phase phase, TurnIndex at) const {
    const Position op(at.index);
    return phase == Phase::kOps && (s_.graph.worklist.IsSettled(op, s_.run) ||
                                    s_.graph.worklist.Has(op, kGone));
  }
  // The turn does the same as before: its writes go to both runs.
  void Repeat(const LoggedTurn& turn);
  void Compare(const LoggedTurn& turn);
  void EndPhase(Phase phase);

  IncrementalPropagation& all_;
  PropagationState& s_;
  RunComparison& comparison_;
  std::vector<ShardingId> old_;
  const int64_t visit_limit_;
  bool gives_up_ = false;
  // --- of a phase
  std::span<const LoggedTurn> logged_;  // turns that are still to come
  TurnIndex touched_;
  // --- of a turn that is taken again
  LoggedTurn replaced_;
  std::vector<LoggedTurn> fresh_;
};

void IncrementalPropagation::Replay::Repeat(const LoggedTurn& turn) {
  for (const SlotWrite& write : all_.log_.Writes(turn)) {
    all_.SetCurrent(write.slot, write.sharding);
    old_[write.slot.Slot()] = write.sharding;
  }
}

void IncrementalPropagation::Replay::Compare(const LoggedTurn& turn) {
  for (const SlotWrite& write : all_.log_.Writes(turn)) {
    comparison_.SetDirty(write.slot,
                         all_.Current(write.slot) != old_[write.slot.Slot()]);
  }
}

TurnIndex IncrementalPropagation::Replay::NextTurn(Phase phase) {
  for (;;) {
    TurnIndex at = touched_;
    if (!logged_.empty() && (!at || logged_.front().at < at)) {
      at = logged_.front().at;
    }
    if (!at) {
      EndPhase(phase);
      return at;
    }
    replaced_ = {};
    if (IsNextLogged(at)) {
      replaced_ = logged_.front();
      logged_ = logged_.subspan(1);
      if (at != touched_ &&
          !comparison_.IsTouched(phase, at, all_.log_.Visits(replaced_))) {
        Repeat(replaced_);
        continue;
      }
    }
    if (all_.p_.visits > visit_limit_) {
      gives_up_ = true;
      return TurnIndex::None();
    }
    all_.log_.BeginTurn(at);
    if (IsSkipped(phase, at)) {
      EndTurn(phase, at, /*changed=*/false);
      continue;
    }
    if (phase == Phase::kOps) s_.graph.worklist.BeginTurn(Position(at.index));
    return at;
  }
}

void IncrementalPropagation::Replay::EndTurn(Phase phase, TurnIndex at,
                                             bool changed) {
  all_.LogTurnWrites(phase, at, changed);
  ++all_.stats_.turns_again;
  const LoggedTurn turn = all_.log_.turn();
  // An op that is settled now may not be so in the next update.
  for (const Position op : all_.log_.Visits(turn)) {
    s_.graph.worklist.Unsettle(op);
  }
  for (const SlotWrite& write : all_.log_.Writes(replaced_)) {
    old_[write.slot.Slot()] = write.sharding;
  }
  Compare(replaced_);
  Compare(turn);
  touched_ = comparison_.NextTouched(phase, TurnIndex(at.index + 1));
  // Needed even if the turn does nothing now: it replaces what it did before.
  fresh_.push_back(turn);
}

void IncrementalPropagation::Replay::EndPhase(Phase phase) {
  all_.log_.Replace(s_.run, phase, fresh_);
  fresh_.clear();
}

void IncrementalPropagation::CountChanges() {
  stats_.values_changed = 0;
  for (size_t i = 0; i < last_.size(); ++i) {
    const ShardingId now = Current(SlotId(i));
    stats_.values_changed += now != last_[i] ? 1 : 0;
    last_[i] = now;
  }
}

Outcome IncrementalPropagation::RunInPlaceOfUpdate() {
  const int64_t again = stats_.turns_again;
  std::vector<ShardingId> before = std::move(last_);
  const Outcome outcome = Run();
  if (outcome != Outcome::kDone) return outcome;
  stats_.turns_again = again;
  last_.swap(before);
  CountChanges();
  return outcome;
}

Outcome IncrementalPropagation::Update() {
  if (!comparison_) comparison_.emplace(*p_.state, initial_.size());
  stats_.turns_again = 0;
  written_.clear();
  std::vector<ShardingId> old = first_;
  const std::vector<SlotId> edited = edited_;
  LoadInitial();
  for (const SlotId slot : edited) {
    comparison_->SetDirty(slot, initial_[slot.Slot()] != old[slot.Slot()]);
  }
  const int64_t visits_before = p_.visits;
  Replay replay(*this, std::move(old));
  const Outcome outcome = TakeTurns(p_, replay);
  stats_.visits = p_.visits - visits_before;
  const bool same_end = !comparison_->any_dirty();
  comparison_->Clear();
  if (outcome == Outcome::kGivenUp) return RunInPlaceOfUpdate();
  if (outcome != Outcome::kDone) return outcome;
  ++stats_.updates;
  if (same_end) {
    // The runs met before their end, so the logged run's end is that of both.
    for (size_t i = 0; i < last_.size(); ++i) SetCurrent(SlotId(i), last_[i]);
    stats_.values_changed = 0;
  } else {
    CountChanges();
  }
  log_.Compact();
  return Outcome::kDone;
}

}  // namespace shardflow::internal
