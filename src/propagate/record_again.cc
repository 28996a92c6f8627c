#include <functional>
#include <vector>

#include "propagate/incremental.h"
#include "propagate/record.h"

// Repeats the logged run and records its steps.

namespace shardflow::internal {

// Makes TakeTurns() repeat exactly the turns in the log.
class IncrementalPropagation::Again {
 public:
  static constexpr bool kPopsSettled = true;

  explicit Again(IncrementalPropagation& all) : all_(all), s_(*all.p_.state) {}

  // Restores the dimensions of the round's priority.
  void BeginRound(Round round) {
    round_ = round.index;
    const int32_t stage = all_.stages_.BringBack(round_);
    for (const LoggedTurn& turn : all_.run_->log.TurnsOf(stage)) {
      for (const SlotWrite& write : all_.run_->log.Writes(turn)) {
        all_.slots_->Set(write.slot, write.sharding);
      }
    }
  }

  bool IsDone() const { return false; }
  void BeginPhase(Phase phase) {
    turns_ = all_.run_->log.TurnsOf(all_.stages_.Of(round_, s_.run, phase));
    next_ = 0;
  }
  TurnIndex NextTurn(Phase phase) {
    if (next_ == turns_.size()) return TurnIndex::None();
    const TurnIndex at = turns_[next_++].at;
    if (phase == Phase::kOps) {
      s_.graph.worklist.BeginTurn(Position(at.index));
    }
    return at;
  }
  // An op that is settled now need not be settled in the next update.
  bool Visit(Position op) {
    visited_.push_back(op);
    return true;
  }
  void EndTurn(Phase, TurnIndex, bool) {
    for (const Position op : visited_) s_.graph.worklist.Unsettle(op);
    visited_.clear();
    all_.written_.clear();
  }

 private:
  IncrementalPropagation& all_;
  PropagationState& s_;
  int round_ = 0;
  std::vector<LoggedTurn> turns_;  // the turns of the phase
  size_t next_ = 0;
  std::vector<Position> visited_;
};

bool IncrementalPropagation::RecordAgain(
    Recorder& recorder, const std::function<void()>& begin,
    const std::function<void(PropagationState&)>& at_end) {
  PropagationState& s = *p_.state;
  for (size_t i = 0; i < slots_->size(); ++i) {
    slots_->Set(SlotId(i), initial_->given(SlotId(i)));
  }
  begin();
  // (The members of each group agree, so nothing is reported.)
  Diagnostics ignored;
  SyncGroups(m_, p_.groups, &recorder, ignored);
  for (size_t i = 0; i < slots_->size(); ++i) {
    slots_->Set(SlotId(i), initial_->initial(SlotId(i)));
  }
  s.recorder = &recorder;
  Outcome outcome = Outcome::kDone;
  if (run_->has_log) {
    Again again(*this);
    outcome = TakeRounds(p_, run_->rounds, again,
                         [&](Round round) { again.BeginRound(round); });
  } else {
    outcome = TakeAllTurns(*run_);
    UnsettleAll();
  }
  if (outcome == Outcome::kDone) at_end(s);
  s.recorder = nullptr;
  LoadLast();
  return outcome == Outcome::kDone;
}

}  // namespace shardflow::internal
