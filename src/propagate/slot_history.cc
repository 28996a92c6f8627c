#include "propagate/slot_history.h"

#include <algorithm>
#include <utility>

namespace shardflow::internal {

SlotHistory::SlotHistory(const TurnLog& log,
                         const std::vector<ShardingId>& first)
    : tracks_(first.size()), last_note_(first.size(), kNoNote) {
  for (size_t i = 0; i < first.size(); ++i) tracks_[i].first = first[i];
  // Two passes: the first counts the writes of each slot, the second stores
  // them.
  log.ForEach([&](const TurnTime&, const LoggedTurn& turn) {
    for (const SlotWrite& write : log.Writes(turn)) {
      ++tracks_[write.slot.Slot()].count;
    }
  });
  uint32_t earlier = 0;
  for (Track& track : tracks_) {
    track.begin = earlier;
    if (track.count > 1) earlier += track.count - 1;
    track.count = 0;
  }
  entries_.resize(earlier);
  log.ForEach([&](const TurnTime& time, const LoggedTurn& turn) {
    for (const SlotWrite& write : log.Writes(turn)) {
      Track& track = tracks_[write.slot.Slot()];
      if (track.count > 0) entries_[track.begin + track.count - 1] = track.last;
      track.last = {time, write.sharding};
      ++track.count;
    }
  });
}

std::vector<ShardingId> SlotHistory::AllFirst() const {
  std::vector<ShardingId> all;
  all.reserve(tracks_.size());
  for (const Track& track : tracks_) all.push_back(track.first);
  return all;
}

ShardingId SlotHistory::BeforeLast(const Track& track, const TurnTime& time,
                                   int32_t& next_write) const {
  const std::span<const Entry> earlier = EarlierOf(track);
  const auto at = std::partition_point(
      earlier.begin(), earlier.end(),
      [&](const Entry& entry) { return entry.time < time; });
  auto next = at;
  if (next != earlier.end() && next->time == time) ++next;
  Lower(next_write, next == earlier.end() ? track.last : *next, time);
  return at == earlier.begin() ? track.first : (at - 1)->sharding;
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
  const Track& track = tracks_[slot.Slot()];
  const std::span<const Entry> earlier = EarlierOf(track);
  // The logged writes that are left; the last of them is next.
  size_t left = track.count;
  const auto next = [&]() -> const Entry& {
    return left == track.count ? track.last : earlier[left - 1];
  };
  for (uint32_t at = last_note_[slot.Slot()]; at != kNoNote;
       at = notes_[at].before) {
    const Note& note = notes_[at];
    for (; left > 0 && next().time > note.time; --left) {
      merged_.push_back(next());
    }
    if (left > 0 && next().time == note.time) --left;
    if (note.is_write) merged_.push_back({note.time, note.sharding});
  }
  for (; left > 0; --left) merged_.push_back(next());
}

void SlotHistory::Commit(Undo& undo) {
  undo.entries = entries_.size();
  for (const SlotWrite& write : new_first_) {
    ShardingId& first = tracks_[write.slot.Slot()].first;
    undo.first.push_back({write.slot, first});
    first = write.sharding;
  }
  undo.tracks.reserve(noted_.size());
  for (const SlotId slot : noted_) {
    Track& track = tracks_[slot.Slot()];
    undo.tracks.push_back({slot, track});
    // In most cases, the later run writes the slot once, and the logged run
    // wrote it in the same turn or not at all.
    const Note& last = notes_[last_note_[slot.Slot()]];
    if (last.is_write && last.before == kNoNote &&
        (track.count == 0 ||
         (track.count == 1 && track.last.time == last.time))) {
      track.count = 1;
      track.last = {last.time, last.sharding};
      continue;
    }
    MergeBackwards(slot);
    track.count = static_cast<uint32_t>(merged_.size());
    track.begin = static_cast<uint32_t>(entries_.size());
    if (merged_.empty()) continue;
    track.last = merged_.front();
    entries_.insert(entries_.end(), merged_.rbegin(), merged_.rend() - 1);
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
  for (auto at = undo.tracks.rbegin(); at != undo.tracks.rend(); ++at) {
    tracks_[at->slot.Slot()] = at->track;
  }
  for (auto at = undo.first.rbegin(); at != undo.first.rend(); ++at) {
    tracks_[at->slot.Slot()].first = at->sharding;
  }
  entries_.resize(undo.entries);
}

}  // namespace shardflow::internal
