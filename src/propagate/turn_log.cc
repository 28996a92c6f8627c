#include "propagate/turn_log.h"

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

uint32_t& TurnLog::Entry(const TurnTime& time) {
  const auto stage = static_cast<size_t>(time.stage);
  if (stage >= pages_of_.size()) pages_of_.resize(stage + 1);
  std::vector<uint32_t>& pages = pages_of_[stage];
  const size_t at = time.at.Slot();
  if (at / kPageSize >= pages.size()) pages.resize(at / kPageSize + 1);
  uint32_t& page = pages[at / kPageSize];
  if (page == 0) {
    pages_.push_back({});
    page = static_cast<uint32_t>(pages_.size());
  }
  return pages_[page - 1][at % kPageSize];
}

void TurnLog::Append(int32_t stage) {
  if (!turn_.DidSomething()) return DropTurn();
  turns_.push_back(turn_);
  Entry({stage, turn_.at}) = static_cast<uint32_t>(turns_.size());
  compact_size_ = ContentSize();
}

void TurnLog::Replace(int32_t stage, Undo& undo) {
  uint32_t& entry = Entry({stage, turn_.at});
  undo.replaced.push_back({{stage, turn_.at}, entry});
  if (turn_.DidSomething()) {
    turns_.push_back(turn_);
    entry = static_cast<uint32_t>(turns_.size());
  } else {
    DropTurn();
    entry = kNowhere;
  }
}

void TurnLog::Take(const Undo& undo) {
  for (auto at = undo.replaced.rbegin(); at != undo.replaced.rend(); ++at) {
    Entry(at->time) = at->place;
  }
  turns_.resize(undo.turns);
  visits_.resize(undo.visits);
  writes_.resize(undo.writes);
}

std::vector<LoggedTurn> TurnLog::TurnsOf(int32_t stage) const {
  std::vector<LoggedTurn> turns;
  if (static_cast<size_t>(stage) >= pages_of_.size()) return turns;
  ForEachOf(stage, [&](const LoggedTurn& turn) { turns.push_back(turn); });
  return turns;
}

bool TurnLog::WantsCompact() const {
  constexpr size_t kSlack = size_t{1} << 16;
  return ContentSize() > 2 * compact_size_ + kSlack;
}

void TurnLog::Compact() {
  TurnLog compact;
  ForEach([&](const TurnTime& time, const LoggedTurn& turn) {
    compact.BeginTurn(turn.at);
    for (const Position op : Visits(turn)) compact.AddVisit(op);
    for (const SlotWrite& write : Writes(turn)) {
      compact.AddWrite(write.slot, write.sharding);
    }
    compact.Append(time.stage);
  });
  *this = std::move(compact);
}

size_t TurnLog::MemoryBytes() const {
  size_t bytes = VectorBytes(turns_) + VectorBytes(pages_) +
                 VectorBytes(visits_) + VectorBytes(writes_);
  for (const std::vector<uint32_t>& pages : pages_of_) {
    bytes += VectorBytes(pages);
  }
  return bytes;
}

}  // namespace shardflow::internal
