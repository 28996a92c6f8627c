#include "propagate/incremental.h"

#include <algorithm>
#include <utility>

#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/sharding_walk.h"

// One course of a propagation, with what an update needs to know of it.

namespace shardflow {
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
  std::string_view obstacle;
  WalkShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
    if (HasPriority(m, id)) obstacle = kPriorities;
  });
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kShardingGroup) {
      obstacle = "there are sharding groups";
    }
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
  seen_.resize(initial_.size());
  turns_.resize(options_.schedule.size() * kPhaseCount);
  return true;
}

int32_t IncrementalPropagation::SlotOfResult(OpId function, int result) const {
  const MainResults& results = p_.state->main_results;
  if (function != results.function) return -1;
  for (size_t i = 0; i < results.values.size(); ++i) {
    if (results.values[i].result != result) continue;
    return static_cast<int32_t>(value_count_ + i);
  }
  return -1;
}

void IncrementalPropagation::SetInitial(int32_t slot, ShardingId sharding) {
  initial_[Index(slot)] = sharding;
  edited_.push_back(slot);
  if (HasPriority(m_, sharding)) obstacle_ = kPriorities;
}

ShardingId IncrementalPropagation::Current(int32_t slot) const {
  if (Index(slot) < value_count_) return m_.sharding(ValueId(slot));
  const MainResults& results = p_.state->main_results;
  const ReturnedValue& returned = results.values[Index(slot) - value_count_];
  return ResultSharding(m_, results.function,
                        static_cast<size_t>(returned.result));
}

void IncrementalPropagation::SetCurrent(int32_t slot, ShardingId sharding) {
  if (Index(slot) < value_count_) {
    m_.SetSharding(ValueId(slot), sharding);
    return;
  }
  const MainResults& results = p_.state->main_results;
  const ReturnedValue& returned = results.values[Index(slot) - value_count_];
  SetResultSharding(m_, results.function, static_cast<size_t>(returned.result),
                    sharding);
}

void IncrementalPropagation::LoadInitial() {
  for (size_t i = 0; i < initial_.size(); ++i) {
    SetCurrent(static_cast<int32_t>(i), initial_[i]);
  }
  first_ = initial_;
  edited_.clear();
}

bool IncrementalPropagation::Run() {
  const size_t ops_before = m_.op_count();
  LoadInitial();
  visits_.clear();
  writes_.clear();
  PropagationState& s = *p_.state;
  Worklist& worklist = s.graph.worklist;
  stats_.visits = 0;
  for (Turns& turns : turns_) turns.clear();
  settles_ = true;
  for (s.run = 0; s.run < static_cast<int>(options_.schedule.size()); ++s.run) {
    guard_.emplace(MakeSettleGuard(s));
    for (int phase = kBefore; phase <= kAfter; ++phase) {
      if (!RunPhase(phase)) return false;
    }
  }
  s.run = static_cast<int>(options_.schedule.size()) - 1;
  last_.resize(initial_.size());
  for (size_t i = 0; i < last_.size(); ++i) {
    last_[i] = Current(static_cast<int32_t>(i));
  }
  // What is settled is so at the end of this course, not within another.
  for (size_t i = 0; i < worklist.size(); ++i) {
    worklist.Unsettle(static_cast<int32_t>(i));
  }
  ++stats_.full_runs;
  turn_limit_ = stats_.visits / 2;
  obstacle_ = {};
  if (m_.op_count() != ops_before) {
    obstacle_ = "propagation erases ops that are dead";
  } else if (std::any_of(initial_.begin(), initial_.end(),
                         [&](ShardingId id) { return HasPriority(m_, id); })) {
    obstacle_ = kPriorities;
  }
  return true;
}

bool IncrementalPropagation::RunPhase(int phase) {
  PropagationState& s = *p_.state;
  Turns& turns = TurnsOf(s.run, phase);
  const auto count = static_cast<int32_t>(
      phase == kOps ? s.graph.size() : s.main_results.values.size());
  const Worklist& worklist = s.graph.worklist;
  for (int32_t i = 0; i < count; ++i) {
    if (phase == kOps &&
        (worklist.IsSettled(i, s.run) || worklist.Has(i, kGone))) {
      continue;
    }
    const Turn turn = TakeTurn(phase, i);
    if (!settles_) return false;
    if (turn.write_count > 0 || turn.visit_count > 1) {
      turns.push_back(turn);
    } else {
      visits_.resize(turn.first_visit);
    }
  }
  s.graph.worklist.Stop();
  return true;
}

IncrementalPropagation::Turn IncrementalPropagation::TakeTurn(
    int phase, int32_t position) {
  written_.clear();
  if (phase != kOps) return TakeResultTurn(position);
  PropagationState& s = *p_.state;
  Worklist& worklist = s.graph.worklist;
  const auto first_visit = static_cast<uint32_t>(visits_.size());
  worklist.StartTurn(s.run, position);
  for (int32_t op = position; op >= 0 && settles_; op = worklist.PopWaiting()) {
    visits_.push_back(op);
    ++stats_.visits;
    if (!VisitOp(s, op)) continue;
    settles_ = guard_->Allows(
        op, static_cast<size_t>(s.graph.NodeAt(op).tensor_count));
  }
  return RecordTurn(position, first_visit);
}

// Visits no op; the result is in the record as a write.
IncrementalPropagation::Turn IncrementalPropagation::TakeResultTurn(
    int32_t result) {
  PropagationState& s = *p_.state;
  const auto slot = static_cast<int32_t>(value_count_) + result;
  const ShardingId before = Current(slot);
  PropagateMainResult(s, s.main_results.values[Index(result)]);
  ++stats_.visits;
  Turn turn = RecordTurn(result, static_cast<uint32_t>(visits_.size()));
  if (Current(slot) != before) {
    writes_.push_back({slot, Current(slot)});
    ++turn.write_count;
  }
  return turn;
}

IncrementalPropagation::Turn IncrementalPropagation::RecordTurn(
    int32_t position, uint32_t first_visit) {
  Turn turn{.position = position, .first_visit = first_visit};
  turn.visit_count = static_cast<uint32_t>(visits_.size()) - first_visit;
  turn.first_write = static_cast<uint32_t>(writes_.size());
  ++turn_number_;
  for (const ValueId value : written_) {
    if (std::exchange(seen_[value.Slot()], turn_number_) == turn_number_) {
      continue;
    }
    writes_.push_back({value.index, m_.sharding(value)});
  }
  turn.write_count = static_cast<uint32_t>(writes_.size()) - turn.first_write;
  return turn;
}

}  // namespace shardflow
