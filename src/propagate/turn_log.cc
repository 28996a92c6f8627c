#include "propagate/turn_log.h"

#include <algorithm>
#include <utility>

namespace shardflow::internal {

void TurnLog::BeginTurn(TurnIndex at) {
  turn_ = {.at = at,
           .first_visit = static_cast<uint32_t>(visits_.size()),
           .first_write = static_cast<uint32_t>(writes_.size())};
}

void TurnLog::DropTurn() {
  visits_.resize(turn_.first_visit);
  writes_.resize(turn_.first_write);
}

void TurnLog::Append(int32_t stage) {
  if (!turn_.DidSomething()) return DropTurn();
  const auto slot = static_cast<size_t>(stage);
  if (slot >= stages_.size()) stages_.resize(slot + 1);
  stages_[slot].turns.push_back(turn_);
  compact_size_ = visits_.size() + writes_.size();
}

void TurnLog::Replace(int32_t stage, const LoggedTurn& old, Undo& undo) {
  const auto slot = static_cast<size_t>(stage);
  if (slot >= stages_.size()) stages_.resize(slot + 1);
  undo.replaced.push_back({{stage, turn_.at}, old});
  stages_[slot].replaced[turn_.at] = turn_;
}

void TurnLog::Take(const Undo& undo) {
  for (auto at = undo.replaced.rbegin(); at != undo.replaced.rend(); ++at) {
    stages_[static_cast<size_t>(at->time.stage)].replaced[at->time.at] =
        at->turn;
  }
  visits_.resize(undo.visits);
  writes_.resize(undo.writes);
}

LoggedTurn TurnLog::Find(const TurnTime& time) const {
  const auto slot = static_cast<size_t>(time.stage);
  if (slot >= stages_.size()) return {};
  const LoggedStage& stage = stages_[slot];
  if (!stage.replaced.empty()) {
    const auto replaced = stage.replaced.find(time.at);
    if (replaced != stage.replaced.end()) return replaced->second;
  }
  const auto at =
      std::ranges::lower_bound(stage.turns, time.at, {}, &LoggedTurn::at);
  return at != stage.turns.end() && at->at == time.at ? *at : LoggedTurn{};
}

std::vector<LoggedTurn> TurnLog::TurnsOf(int32_t stage) const {
  const auto slot = static_cast<size_t>(stage);
  if (slot >= stages_.size()) return {};
  std::vector<LoggedTurn> turns;
  for (const LoggedTurn& turn : stages_[slot].turns) {
    if (!stages_[slot].replaced.contains(turn.at)) turns.push_back(turn);
  }
  for (const auto& [at, turn] : stages_[slot].replaced) {
    if (turn.DidSomething()) turns.push_back(turn);
  }
  std::ranges::sort(turns, {}, &LoggedTurn::at);
  return turns;
}

bool TurnLog::WantsCompact() const {
  constexpr size_t kSlack = size_t{1} << 16;
  return visits_.size() + writes_.size() > 2 * compact_size_ + kSlack;
}

void TurnLog::Compact() {
  std::vector<Position> visits;
  std::vector<SlotWrite> writes;
  for (LoggedStage& stage : stages_) {
    if (!stage.replaced.empty()) {
      stage.turns = TurnsOf(static_cast<int32_t>(&stage - stages_.data()));
      stage.replaced.clear();
    }
    for (LoggedTurn& turn : stage.turns) {
      const std::span<const Position> old_visits = Visits(turn);
      const std::span<const SlotWrite> old_writes = Writes(turn);
      turn.first_visit = static_cast<uint32_t>(visits.size());
      turn.first_write = static_cast<uint32_t>(writes.size());
      visits.insert(visits.end(), old_visits.begin(), old_visits.end());
      writes.insert(writes.end(), old_writes.begin(), old_writes.end());
    }
  }
  visits_ = std::move(visits);
  writes_ = std::move(writes);
  compact_size_ = visits_.size() + writes_.size();
}

size_t TurnLog::MemoryBytes() const {
  size_t bytes = VectorBytes(visits_) + VectorBytes(writes_);
  for (const LoggedStage& stage : stages_) {
    bytes += VectorBytes(stage.turns) +
             stage.replaced.capacity() * sizeof(*stage.replaced.begin());
  }
  return bytes;
}

}  // namespace shardflow::internal
