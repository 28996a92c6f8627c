#include "propagate/visitors.h"

#include <utility>

namespace shardflow::internal {

Visitors::Visitors(const TurnLog& log, size_t ops)
    : head_(ops, kNone), seen_in_(ops) {
  log.ForEach([&](const TurnTime& time, const LoggedTurn& turn) {
    Add(time, log.Visits(turn), {});
  });
}

void Visitors::Add(const TurnTime& time, std::span<const Position> visits,
                   std::span<const Position> old) {
  if (visits.size() < 2) return;
  ++adds_;
  for (const Position op : old) seen_in_[op.Slot()] = adds_;
  for (const Position op : visits) {
    if (op.index == time.at.index) continue;
    if (std::exchange(seen_in_[op.Slot()], adds_) == adds_) continue;
    entries_.push_back({op, time, head_[op.Slot()]});
    head_[op.Slot()] = static_cast<uint32_t>(entries_.size() - 1);
  }
}

void Visitors::Shrink(size_t size) {
  while (entries_.size() > size) {
    head_[entries_.back().op.Slot()] = entries_.back().next;
    entries_.pop_back();
  }
}

}  // namespace shardflow::internal
