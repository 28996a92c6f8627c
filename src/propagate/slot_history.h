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
  // `first` has the sharding with which each slot begins.
  SlotHistory(const TurnLog& log, std::vector<ShardingId> first);

  // Returns the slot's sharding before the turn.
  ShardingId Before(SlotId slot, const TurnTime& time) const;
  ShardingId First(SlotId slot) const { return first_[slot.Slot()]; }
  // Moves out the first shardings, for a history that replaces this one.
  std::vector<ShardingId> TakeFirst() { return std::move(first_); }

  // --- the later run
  void NoteFirst(SlotId slot, ShardingId sharding) {
    new_first_.push_back({slot, sharding});
  }
  // Notes that the turn writes the slot, or no longer does. Call these in the
  // order of turns.
  void NoteWrite(const TurnTime& time, SlotId slot, ShardingId sharding) {
    AddNote(slot, {time, sharding, true});
  }
  void NoteNoWrite(const TurnTime& time, SlotId slot) {
    AddNote(slot, {time, ShardingId::None(), false});
  }

  // The changes that Commit() made, for undoing them.
  struct Undo {
    struct Range {
      SlotId slot;
      uint32_t begin = 0, size = 0;
    };
    std::vector<SlotWrite> first;
    std::vector<Range> ranges;
    size_t entries = 0;

    size_t MemoryBytes() const {
      return VectorBytes(first) + VectorBytes(ranges);
    }
  };
  void Commit(Undo& undo);
  // Forgets the later run.
  void Discard();
  void Take(const Undo& undo);

  size_t MemoryBytes() const {
    return VectorBytes(first_) + VectorBytes(ranges_) + VectorBytes(entries_) +
           VectorBytes(notes_) + VectorBytes(last_note_);
  }

 private:
  struct Entry {
    TurnTime time;
    ShardingId sharding;
  };
  struct Range {
    uint32_t begin = 0, size = 0;
  };
  struct Note {
    TurnTime time;
    ShardingId sharding;
    bool is_write = false;
    uint32_t before = kNoNote;  // the slot's previous note
  };
  static constexpr uint32_t kNoNote = ~uint32_t{0};

  std::span<const Entry> EntriesOf(SlotId slot) const {
    const Range& range = ranges_[slot.Slot()];
    return {entries_.data() + range.begin, range.size};
  }
  void AddNote(SlotId slot, Note note);
  // Sets merged_ to the slot's entries in the later run, the last one first.
  void MergeBackwards(SlotId slot);

  std::vector<ShardingId> first_;
  // Indexed by slot: its range of entries_, in the order of turns. Commit()
  // gives a slot that changed a new range at the end.
  std::vector<Range> ranges_;
  std::vector<Entry> entries_;

  // --- the later run
  std::vector<SlotWrite> new_first_;
  std::vector<Note> notes_;
  std::vector<uint32_t> last_note_;  // indexed by slot
  std::vector<SlotId> noted_;
  std::vector<Entry> merged_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_SLOT_HISTORY_H_
