#ifndef SHARDFLOW_OPS_OP_ORDER_H_
#define SHARDFLOW_OPS_OP_ORDER_H_

#include <cstdint>
#include <vector>

#include "ir/module.h"

// Determines which of two ops in a block comes first. Ops have positions with
// gaps between them. When a gap is used up, all ops of the block get new
// positions. A query takes constant time as long as few ops are moved.

namespace shardflow::internal {

class OpOrder {
 public:
  explicit OpOrder(const Module& m) : m_(m) {}

  // Both ops must be in the same block.
  bool IsBefore(OpId a, OpId b) {
    Position(a);
    const int64_t position_b = Position(b);  // may give `a` a new position
    return positions_[a.Slot()] < position_b;
  }
  // Must be called for an op that was created, moved or erased.
  void Forget(OpId op) {
    if (op.Slot() < positions_.size()) positions_[op.Slot()] = kUnknown;
  }

 private:
  static constexpr int64_t kUnknown = INT64_MIN;
  static constexpr int64_t kGap = int64_t{1} << 20;

  int64_t Position(OpId op) {
    if (op.Slot() >= positions_.size()) {
      positions_.resize(m_.op_table_size(), kUnknown);
    }
    if (positions_[op.Slot()] == kUnknown) Place(op);
    return positions_[op.Slot()];
  }
  // Assigns a position between the positions of the op's neighbours. If a
  // neighbour has no position or there is no room, assigns new positions to all
  // ops of the block.
  void Place(OpId op) {
    const OpId prev = m_.op(op).prev;
    const OpId next = m_.op(op).next;
    int64_t low = prev ? Known(prev) : kUnknown;
    int64_t high = next ? Known(next) : kUnknown;
    if (prev.IsNone() && high != kUnknown) low = high - 2 * kGap;
    if (next.IsNone() && low != kUnknown) high = low + 2 * kGap;
    if (low == kUnknown || high == kUnknown || high - low < 2) {
      Number(m_.op(op).parent);
    } else {
      positions_[op.Slot()] = low + (high - low) / 2;
    }
  }
  int64_t Known(OpId op) const {
    return op.Slot() < positions_.size() ? positions_[op.Slot()] : kUnknown;
  }
  void Number(BlockId block) {
    int64_t position = 0;
    for (const OpId op : m_.Ops(block)) {
      if (op.Slot() >= positions_.size()) {
        positions_.resize(m_.op_table_size(), kUnknown);
      }
      positions_[op.Slot()] = position += kGap;
    }
  }

  const Module& m_;
  std::vector<int64_t> positions_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_OP_ORDER_H_
