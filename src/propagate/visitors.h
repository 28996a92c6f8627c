#ifndef SHARDFLOW_PROPAGATE_VISITORS_H_
#define SHARDFLOW_PROPAGATE_VISITORS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/vector_bytes.h"
#include "propagate/turn_log.h"

// Which logged turns visit an op, apart from the op's own turn.

namespace shardflow::internal {

class Visitors {
 public:
  // `ops` is the number of positions.
  Visitors(const TurnLog& log, size_t ops);

  // Calls fn(TurnIndex) for all turns of the stage that visit the op, and
  // perhaps for some that no longer do.
  template <class Fn>
  void ForEach(Position op, int32_t stage, const Fn& fn) const {
    for (uint32_t at = head_[op.Slot()]; at != kNone; at = entries_[at].next) {
      if (entries_[at].time.stage == stage) fn(entries_[at].time.at);
    }
  }

  // Notes that the turn now visits `visits`; before, it visited `old`.
  void Add(const TurnTime& time, std::span<const Position> visits,
           std::span<const Position> old);
  size_t size() const { return entries_.size(); }
  // Removes the entries after the first `size`.
  void Shrink(size_t size);

  size_t MemoryBytes() const {
    return VectorBytes(head_) + VectorBytes(entries_) + VectorBytes(seen_in_);
  }

 private:
  struct Entry {
    Position op;
    TurnTime time;
    uint32_t next;  // the op's next entry
  };
  static constexpr uint32_t kNone = ~uint32_t{0};

  std::vector<uint32_t> head_;  // indexed by op: its newest entry
  std::vector<Entry> entries_;
  // Indexed by op: the last Add() that has the op in its list.
  std::vector<uint64_t> seen_in_;
  uint64_t adds_ = 0;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_VISITORS_H_
