#include "propagate/turn_log.h"

#include <utility>

namespace shardflow::internal {

void TurnLog::Reset(size_t runs) {
  turns_.assign(runs * std::size(kPhases), {});
  visits_.clear();
  writes_.clear();
}

void TurnLog::BeginTurn(TurnIndex at) {
  turn_ = {.at = at,
           .first_visit = static_cast<uint32_t>(visits_.size()),
           .first_write = static_cast<uint32_t>(writes_.size())};
}

void TurnLog::Keep(int run, Phase phase) {
  if (turn_.DidSomething()) {
    turns_[Index(run, phase)].push_back(turn_);
  } else {
    visits_.resize(turn_.first_visit);
  }
}

void TurnLog::Replace(int run, Phase phase, std::span<const LoggedTurn> fresh) {
  if (fresh.empty()) return;
  Turns& turns = turns_[Index(run, phase)];
  Turns merged;
  merged.reserve(turns.size() + fresh.size());
  auto next = fresh.begin();
  const auto add_fresh = [&] {
    if (next->DidSomething()) merged.push_back(*next);
    ++next;
  };
  for (const LoggedTurn& turn : turns) {
    while (next != fresh.end() && next->at < turn.at) add_fresh();
    if (next != fresh.end() && next->at == turn.at) {
      add_fresh();
    } else {
      merged.push_back(turn);
    }
  }
  while (next != fresh.end()) add_fresh();
  turns = std::move(merged);
}

void TurnLog::Compact() {
  size_t live = 0;
  for (const Turns& turns : turns_) {
    for (const LoggedTurn& turn : turns) {
      live += turn.visit_count + turn.write_count;
    }
  }
  if (visits_.size() + writes_.size() < 2 * live + 1024) return;
  std::vector<Position> visits;
  std::vector<SlotWrite> writes;
  for (Turns& turns : turns_) {
    for (LoggedTurn& turn : turns) {
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
}

}  // namespace shardflow::internal
