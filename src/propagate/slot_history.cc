#include "propagate/slot_history.h"

#include <algorithm>
#include <utility>

namespace shardflow::internal {

SlotHistory::SlotHistory(const TurnLog& log, std::vector<ShardingId> first)
    : first_(std::move(first)),
      ranges_(first_.size()),
      last_note_(first_.size(), kNoNote) {
  // Two passes: the first counts the entries of each slot, the second stores
  // them.
  log.ForEach([&](const TurnTime&, const LoggedTurn& turn) {
    for (const SlotWrite& write : log.Writes(turn)) {
      ++ranges_[write.slot.Slot()].size;
    }
  });
  uint32_t count = 0;
  for (Range& range : ranges_) {
    range.begin = count;
    count += std::exchange(range.size, 0);
  }
  entries_.resize(count);
  log.ForEach([&](const TurnTime& time, const LoggedTurn& turn) {
    for (const SlotWrite& write : log.Writes(turn)) {
      Range& range = ranges_[write.slot.Slot()];
      entries_[range.begin + range.size++] = {time, write.sharding};
    }
  });
}

ShardingId SlotHistory::Before(SlotId slot, const TurnTime& time) const {
  const std::span<const Entry> entries = EntriesOf(slot);
  const auto after = std::partition_point(
      entries.begin(), entries.end(),
      [&](const Entry& entry) { return entry.time < time; });
  return after == entries.begin() ? First(slot) : (after - 1)->sharding;
}

void SlotHistory::AddNote(SlotId slot, Note note) {
  uint32_t& last = last_note_[slot.Slot()];
  if (last == kNoNote) noted_.push_back(slot);
  note.before = last;
  last = static_cast<uint32_t>(notes_.size());
  notes_.push_back(note);
}

void SlotHistory::MergeBackwards(SlotId slot) {
  merged_.clear();
  const std::span<const Entry> old = EntriesOf(slot);
  auto entry = old.rbegin();
  for (uint32_t at = last_note_[slot.Slot()]; at != kNoNote;
       at = notes_[at].before) {
    const Note& note = notes_[at];
    for (; entry != old.rend() && entry->time > note.time; ++entry) {
      merged_.push_back(*entry);
    }
    if (entry != old.rend() && entry->time == note.time) ++entry;
    if (note.is_write) merged_.push_back({note.time, note.sharding});
  }
  merged_.insert(merged_.end(), entry, old.rend());
}

void SlotHistory::Commit(Undo& undo) {
  undo.entries = entries_.size();
  for (const SlotWrite& write : new_first_) {
    ShardingId& first = first_[write.slot.Slot()];
    undo.first.push_back({write.slot, first});
    first = write.sharding;
  }
  for (const SlotId slot : noted_) {
    MergeBackwards(slot);
    Range& range = ranges_[slot.Slot()];
    undo.ranges.push_back({slot, range.begin, range.size});
    range = {static_cast<uint32_t>(entries_.size()),
             static_cast<uint32_t>(merged_.size())};
    entries_.insert(entries_.end(), merged_.rbegin(), merged_.rend());
  }
  Discard();
}

void SlotHistory::Discard() {
  for (const SlotId slot : noted_) last_note_[slot.Slot()] = kNoNote;
  noted_.clear();
  notes_.clear();
  new_first_.clear();
}

void SlotHistory::Take(const Undo& undo) {
  for (auto at = undo.first.rbegin(); at != undo.first.rend(); ++at) {
    first_[at->slot.Slot()] = at->sharding;
  }
  for (auto at = undo.ranges.rbegin(); at != undo.ranges.rend(); ++at) {
    ranges_[at->slot.Slot()] = {at->begin, at->size};
  }
  entries_.resize(undo.entries);
}

}  // namespace shardflow::internal
