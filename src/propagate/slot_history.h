#ifndef SHARDFLOW_PROPAGATE_SLOT_HISTORY_H_
#define SHARDFLOW_PROPAGATE_SLOT_HISTORY_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/vector_bytes.h"
#include "propagate/slots.h"
#include "propagate/turn_log.h"
#include "sharding/sharding.h"

// The shardings that each slot had in the course of a logged run. Finds the
// sharding that a slot had before a given turn.
//
// While a later run is compared with the logged one, its differences are only
// noted: look-ups still refer to the logged run. Commit() makes the later run
// the logged one.

namespace shardflow::internal {

class SlotHistory {
 public:
  // `first`: the sharding of each slot at the beginning of the run.
  SlotHistory(const TurnLog& log, const std::vector<ShardingId>& first);

  // Returns the slot's sharding before the turn.
  ShardingId Before(SlotId slot, const TurnTime& time) const {
    int32_t next_write = kNever;
    return Before(slot, time, next_write);
  }
  // Like the overload above. If later turns write the slot, also lowers
  // `next_write` to the stage of the first of them.
  ShardingId Before(SlotId slot, const TurnTime& time,
                    int32_t& next_write) const {
    const Track& track = tracks_[slot.Slot()];
    if (track.count == 0) return track.first;
    if (track.last.time < time) return track.last.sharding;
    if (track.count > 1) return BeforeLast(track, time, next_write);
    Lower(next_write, track.last, time);
    return track.first;
  }
  // Calls fn(TurnTime) for each turn that writes the slot.
  template <class Fn>
  void ForEachWrite(SlotId slot, const Fn& fn) const {
    const Track& track = tracks_[slot.Slot()];
    for (const Entry& entry : EarlierOf(track)) fn(entry.time);
    if (track.count > 0) fn(track.last.time);
  }
  static constexpr int32_t kNever = INT32_MAX;  // later than any stage
  ShardingId First(SlotId slot) const { return tracks_[slot.Slot()].first; }
  // Returns the first sharding of every slot, for a history that replaces this
  // one.
  std::vector<ShardingId> AllFirst() const;

  // --- the later run
  void NoteFirst(SlotId slot, ShardingId sharding) {
    new_first_.push_back({slot, sharding});
  }
  // Notes that the turn writes the slot, or (NoteNoWrite) that it no longer
  // does. Call these functions in the order of turns.
  void NoteWrite(const TurnTime& time, SlotId slot, ShardingId sharding) {
    AddNote(slot, {time, sharding, true});
  }
  void NoteNoWrite(const TurnTime& time, SlotId slot) {
    AddNote(slot, {time, ShardingId::None(), false});
  }

  // The data needed to undo a Commit().
  struct Undo;
  void Commit(Undo& undo);
  // Forgets the later run.
  void Discard();
  void Take(const Undo& undo);

  size_t MemoryBytes() const {
    return VectorBytes(tracks_) + VectorBytes(entries_) + VectorBytes(notes_) +
           VectorBytes(last_note_);
  }

 private:
  struct Entry {
    TurnTime time;
    ShardingId sharding;
  };
  // The writes of a slot. The last one, which is nearly always the one looked
  // up, is stored here; the others are in entries_.
  struct Track {
    ShardingId first;
    uint32_t count = 0;  // number of writes
    uint32_t begin = 0;  // where the writes before the last begin in entries_
    Entry last;
  };
  struct Note {
    TurnTime time;
    ShardingId sharding;
    bool is_write = false;
    uint32_t before = kNoNote;  // the slot's previous note
  };
  static constexpr uint32_t kNoNote = ~uint32_t{0};

  // Returns all writes to a slot except the last.
  std::span<const Entry> EarlierOf(const Track& track) const {
    if (track.count < 2) return {};
    return {entries_.data() + track.begin, track.count - 1};
  }
  ShardingId BeforeLast(const Track& track, const TurnTime& time,
                        int32_t& next_write) const;
  static void Lower(int32_t& next_write, const Entry& write,
                    const TurnTime& time) {
    if (write.time > time && write.time.stage < next_write) {
      next_write = write.time.stage;
    }
  }
  void AddNote(SlotId slot, Note note);
  // Sets merged_ to the slot's entries in the later run, the last one first.
  void MergeBackwards(SlotId slot);

  std::vector<Track> tracks_;  // indexed by slot
  // Sorted by turn within each slot's range. Commit() gives a slot that changed
  // a new range at the end.
  std::vector<Entry> entries_;

  // --- the later run
  std::vector<SlotWrite> new_first_;
  std::vector<Note> notes_;
  std::vector<uint32_t> last_note_;  // indexed by slot
  std::vector<SlotId> noted_;
  std::vector<Entry> merged_;
};

struct SlotHistory::Undo {
  struct Replaced {
    SlotId slot;
    Track track;
  };
  std::vector<SlotWrite> first;
  std::vector<Replaced> tracks;
  size_t entries = 0;

  size_t MemoryBytes() const {
    return VectorBytes(first) + VectorBytes(tracks);
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_SLOT_HISTORY_H_
