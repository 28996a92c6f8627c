#include "propagate/incremental.h"

#include <algorithm>
#include <utility>

#include "base/vector_bytes.h"
#include "ir/walk.h"

namespace shardflow::internal {
namespace {

// The cost of a visit in an update, relative to a visit in a plain run.
constexpr int64_t kUpdateVisitCost = 4;
// An update may always visit this many ops, or half as many as a run if that is
// less. In a small program, every edit affects a large part of the program, but
// the time doesn't matter.
constexpr int64_t kFewVisits = 32;
// An update that has changed one in this many slots is likely to change most of
// them.
constexpr int64_t kLargePart = 4;

// The value that tries_ restarts from if an update was wrongly assumed to be
// undone later.
constexpr int kWrongGuess = -16;

constexpr std::string_view kOtherGroupsDiffer =
    "the members of other sharding groups differ than before";

}  // namespace

IncrementalPropagation::IncrementalPropagation(Module& m,
                                               PropagationOptions options)
    : m_(m), options_(std::move(options)), stages_(options_.schedule.size()) {}

IncrementalPropagation::~IncrementalPropagation() = default;

bool IncrementalPropagation::Start(RuleWarnings& warnings,
                                   Diagnostics& diagnostics) {
  std::vector<ShardingId> given;
  for (size_t i = 0; i < m_.value_table_size(); ++i) {
    given.push_back(m_.sharding(ValueId(i)));
  }
  if (m_.rules.size() > 0) {
    WalkPreOrder(m_, m_.root(), [&](OpId op) {
      const RuleId rule = m_.rule(op);
      has_own_rules_ |= rule && !m_.rules.Get(rule).is_custom();
    });
  }
  if (!StartPropagation(m_, options_, warnings, diagnostics, p_)) return false;
  PropagationState& s = *p_.state;
  s.written = &written_;
  slots_.emplace(m_, s.main_results);
  initial_.emplace(m_, *slots_, p_.groups, p_.meshes, std::move(given));
  written_in_.resize(slots_->size());
  return true;
}

void IncrementalPropagation::SetGiven(SlotId slot, ShardingId sharding) {
  if (SavesUndos()) {
    undos_.emplace_back(UndoGiven{slot, initial_->given(slot)});
  }
  initial_->SetGiven(slot, sharding);
}

bool IncrementalPropagation::Settle() {
  std::vector<SlotId> overwritten;
  const bool as_before = initial_->Settle(edited_, overwritten);
  for (const SlotId slot : overwritten) {
    slots_->Set(slot, run_->last[slot.Slot()]);
  }
  obstacle_ = as_before ? std::string_view() : kOtherGroupsDiffer;
  return as_before;
}

void IncrementalPropagation::LogWrites() {
  ++turn_number_;
  for (const ValueId value : written_) {
    if (std::exchange(written_in_[value.Slot()], turn_number_) !=
        turn_number_) {
      run_->log.AddWrite(slots_->Of(value), m_.sharding(value));
    }
  }
  written_.clear();
}

// written_ contains only values, so a result of the main function is added
// separately.
void IncrementalPropagation::LogTurnWrites(Phase phase, TurnIndex at,
                                           bool changed) {
  LogWrites();
  if (phase == Phase::kOps || !changed) return;
  const SlotId slot = slots_->OfMain(at.Slot());
  written_in_[slot.Slot()] = turn_number_;
  run_->log.AddWrite(slot, slots_->Get(slot));
}

// Makes TakeTurns() take every turn, and logs it.
class IncrementalPropagation::Recording {
 public:
  // Ops that are pushed are logged even if they are settled, because visiting
  // them may make a difference in a later run.
  static constexpr bool kPopsSettled = true;

  explicit Recording(IncrementalPropagation& all)
      : all_(all), s_(*all.p_.state), results_(s_) {}

  void BeginRound(Round round) { round_ = round.index; }

  bool IsDone() const { return false; }
  void BeginPhase(Phase) { results_.BeginPhase(); }
  TurnIndex NextTurn(Phase phase) {
    const TurnIndex at = phase == Phase::kOps
                             ? TurnIndex(s_.graph.worklist.NextTurn().index)
                             : results_.Next();
    if (at) all_.run_->log.BeginTurn(at);
    return at;
  }
  bool Visit(Position op) {
    all_.run_->log.AddVisit(op);
    return !s_.graph.worklist.IsSettled(op, s_.run);
  }
  void EndTurn(Phase phase, TurnIndex at, bool changed) {
    all_.LogTurnWrites(phase, at, changed);
    all_.run_->log.Append(all_.stages_.Of(round_, s_.run, phase));
  }

 private:
  IncrementalPropagation& all_;
  PropagationState& s_;
  PendingResults results_;
  int round_ = 0;
};

void IncrementalPropagation::BringBackAll(Round round, TurnLog* log) {
  for (size_t i = 0; i < slots_->size(); ++i) {
    const SlotId slot(i);
    if (!initial_->HasPriority(slot, round)) continue;
    const ValueId value = slots_->Value(slot);
    const OpId def = value ? m_.def(value) : OpId::None();
    const ShardingId current = slots_->Get(slot);
    if (current.IsNone() || (def && m_.IsErased(def))) continue;
    const ShardingId now = initial_->BroughtBack(slot, current, round);
    if (now == current) continue;
    if (value) {
      RestoreSharding(*p_.state, value, now);
      written_.clear();
    } else {
      slots_->Set(slot, now);
    }
    if (log == nullptr) continue;
    log->BeginTurn(TurnIndex(slot.index));
    log->AddWrite(slot, now);
    log->Append(stages_.BringBack(round.index));
  }
}

template <class Turns>
Outcome IncrementalPropagation::TakeRoundsOf(LoggedRun& run, Turns& turns) {
  return TakeRounds(p_, run.rounds, turns, [&](Round round) {
    if (round.index == 1) ListUnsettled(*p_.state);
    BringBackAll(round, run.has_log ? &run.log : nullptr);
    turns.BeginRound(round);
  });
}

void IncrementalPropagation::UnsettleAll() {
  Worklist& worklist = p_.state->graph.worklist;
  for (size_t i = 0; i < worklist.size(); ++i) worklist.Unsettle(Position(i));
}

Outcome IncrementalPropagation::TakeAllTurns(LoggedRun& run) {
  PropagationState& s = *p_.state;
  s.written = nullptr;
  EveryTurn turns(s);
  const Outcome outcome = TakeRoundsOf(run, turns);
  s.written = &written_;
  return outcome;
}

Outcome IncrementalPropagation::Run() {
  const size_t ops_before = m_.op_count();
  std::unique_ptr<LoggedRun> before =
      std::exchange(run_, std::make_unique<LoggedRun>());
  for (size_t i = 0; i < slots_->size(); ++i) {
    slots_->Set(SlotId(i), initial_->initial(SlotId(i)));
  }
  run_->has_log = true;
  run_->rounds = initial_->AllRounds();
  written_.clear();
  stats_.why_full = {};
  const int64_t visits_before = p_.visits;
  run_->first = initial_->all_initial();
  Recording recording(*this);
  const Outcome outcome = TakeRoundsOf(*run_, recording);
  stats_.visits = p_.visits - visits_before;
  // An op that is settled at the end of this run need not be settled in the
  // middle of the next one.
  UnsettleAll();
  if (outcome != Outcome::kDone) {
    run_ = std::move(before);
    if (run_ != nullptr) LoadLast();
    return outcome;
  }
  if (m_.op_count() != ops_before) {
    obstacle_ = "propagation erases ops that are dead";
  }
  EndFullRun(std::move(before));
  return Outcome::kDone;
}

void IncrementalPropagation::EndFullRun(std::unique_ptr<LoggedRun> before) {
  edited_.clear();
  changed_.clear();
  run_->last.resize(slots_->size());
  for (size_t i = 0; i < slots_->size(); ++i) {
    run_->last[i] = slots_->Get(SlotId(i));
    if (before != nullptr && before->last[i] != run_->last[i]) {
      changed_.push_back({SlotId(i), before->last[i]});
    }
  }
  ++stats_.full_runs;
  is_after_update_ = true;
  run_->visit_limit = std::max(stats_.visits / kUpdateVisitCost,
                               std::min(stats_.visits / 2, kFewVisits));
  run_->change_limit =
      std::max(static_cast<int64_t>(slots_->size()) / kLargePart, kFewVisits);
  if (marks_ > 0) undos_.emplace_back(UndoRun{std::move(before)});
}

void IncrementalPropagation::LoadLast() {
  for (size_t i = 0; i < slots_->size(); ++i) {
    slots_->Set(SlotId(i), run_->last[i]);
  }
}

Outcome IncrementalPropagation::RunInPlaceOfUpdate(std::string_view why) {
  const Outcome outcome = Run();
  stats_.why_full = why;
  return outcome;
}

// --- going back to an earlier state

// Logs the last run, because several updates are about to begin from its state.
void IncrementalPropagation::LogLast() {
  // If a search continues from an update instead of undoing it, leaving out the
  // log saves nothing, because it is made here after all.
  if (is_after_update_) tries_ = kWrongGuess;
  const IncrementalStats stats = stats_;
  std::vector<SlotWrite> changed = std::move(changed_);
  (void)Run();  // if it is stopped, everything is as before
  stats_ = stats;
  changed_ = std::move(changed);
}

IncrementalPropagation::Mark IncrementalPropagation::SetMark() {
  if (!run_->has_log && edited_.empty()) LogLast();
  is_after_update_ = false;
  ++marks_;
  return {.undos = undos_.size(), .edited = edited_};
}

void IncrementalPropagation::Release(const Mark& mark) {
  if (--marks_ > 0) return;
  (void)mark;
  undos_.clear();
}

void IncrementalPropagation::TakeBack(UndoGiven& undo) {
  initial_->SetGiven(undo.slot, undo.sharding);
}

void IncrementalPropagation::TakeBack(UndoUpdate& undo) {
  if (undo.is_unlogged) {
    run_->has_log = true;
  } else {
    run_->log.Take(undo.log);
    run_->history->Take(undo.history);
    run_->visitors->Shrink(undo.visitors);
  }
  for (const SlotWrite& last : undo.last) {
    run_->last[last.slot.Slot()] = last.sharding;
    slots_->Set(last.slot, last.sharding);
  }
}

void IncrementalPropagation::TakeBack(UndoRun& undo) {
  run_ = std::move(undo.run);
  LoadLast();
}

void IncrementalPropagation::Return(const Mark& mark) {
  // The sharding that each slot has now, for changed().
  std::vector<SlotWrite> now;
  const bool all = std::any_of(
      undos_.begin() + static_cast<std::ptrdiff_t>(mark.undos), undos_.end(),
      [](const Undo& undo) { return std::holds_alternative<UndoRun>(undo); });
  if (all) {
    for (size_t i = 0; i < slots_->size(); ++i) {
      now.push_back({SlotId(i), run_->last[i]});
    }
  }
  int updates = 0;
  restored_.clear();
  while (undos_.size() > mark.undos) {
    if (std::holds_alternative<UndoRun>(undos_.back())) ++updates;
    if (const auto* update = std::get_if<UndoUpdate>(&undos_.back())) {
      if (!update->last.empty()) ++updates;
      for (const SlotWrite& last : update->last) {
        if (!all) now.push_back({last.slot, run_->last[last.slot.Slot()]});
      }
    }
    std::visit([this](auto& undo) { TakeBack(undo); }, undos_.back());
    undos_.pop_back();
  }
  if (updates > 0) tries_ = updates == 1 ? tries_ + 1 : 0;
  is_after_update_ = false;
  (void)Settle();
  edited_ = mark.edited;
  // The first entry of a slot contains its latest sharding. If there was only
  // one update, its slots are in order.
  if (!std::ranges::is_sorted(now, {}, &SlotWrite::slot)) {
    std::ranges::stable_sort(now, {}, &SlotWrite::slot);
  }
  now.erase(std::unique(now.begin(), now.end(),
                        [](const SlotWrite& a, const SlotWrite& b) {
                          return a.slot == b.slot;
                        }),
            now.end());
  // The results of an op that was erased and is restored haven't changed.
  std::ranges::sort(restored_);
  changed_.clear();
  for (const SlotWrite& write : now) {
    if (std::ranges::binary_search(restored_, write.slot)) continue;
    if (write.sharding != run_->last[write.slot.Slot()]) {
      changed_.push_back(write);
    }
  }
}

size_t IncrementalPropagation::LoggedRun::MemoryBytes() const {
  return log.MemoryBytes() + VectorBytes(last) + VectorBytes(first) +
         (history ? history->MemoryBytes() : 0) +
         (visitors ? visitors->MemoryBytes() : 0);
}

size_t IncrementalPropagation::MemoryBytes() const {
  size_t bytes = VectorBytes(edited_) + VectorBytes(changed_) +
                 VectorBytes(written_) + VectorBytes(written_in_) +
                 VectorBytes(loaded_in_) + VectorBytes(loaded_) +
                 VectorBytes(is_loaded_) + VectorBytes(logged_in_) +
                 VectorBytes(undos_);
  if (p_.state) {
    const PropagationGraph& graph = p_.state->graph;
    // For each op: its id, its word on the worklist, the row of its node.
    bytes += 3 * sizeof(int32_t) * graph.size() + VectorBytes(graph.positions) +
             VectorBytes(graph.tensors);
    // A cached step: its key, its changes, and its place in a table that is at
    // most half full.
    constexpr size_t kBytesPerStep = 192;
    bytes += static_cast<size_t>(p_.state->stepper.misses()) * kBytesPerStep;
  }
  if (slots_) bytes += slots_->MemoryBytes();
  if (initial_) bytes += initial_->MemoryBytes();
  if (comparison_) bytes += comparison_->MemoryBytes();
  if (run_) bytes += run_->MemoryBytes();
  for (const Undo& undo : undos_) {
    if (const auto* update = std::get_if<UndoUpdate>(&undo)) {
      bytes += update->log.MemoryBytes() + update->history.MemoryBytes() +
               VectorBytes(update->last);
    } else if (const auto* run = std::get_if<UndoRun>(&undo)) {
      bytes += run->run ? run->run->MemoryBytes() : 0;
    }
  }
  return bytes;
}

}  // namespace shardflow::internal
