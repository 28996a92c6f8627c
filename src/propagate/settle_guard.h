#ifndef SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_
#define SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_

#include <cstddef>
#include <vector>

#include "propagate/worklist.h"

// A guard against runs of propagation that would never end.
//
// Each change adds axes to a tensor, so a tensor can change only a limited
// number of times. That no longer holds if one mechanism adds axes that another
// removes, as a sharding group and the edge of a manual computation do in
// Shardy (here groups check first, see ops/manual_fit.h). If it happens anyway,
// the guard notices: Allows() permits more changes than an op that settles can
// ever make.

namespace shardflow::internal {

class SettleGuard {
 public:
  // `ops` is the number of positions in the worklist, and `axes` the largest
  // number of axes of any mesh.
  SettleGuard(size_t ops, size_t axes)
      : ops_(ops), axes_(axes), uncounted_(8 * ops + 4096) {}

  // Call whenever a visit to `op` changes one of its tensors. `tensors` is the
  // number of the op's tensors. Returns false if the op has changed too often.
  // The program's first changes aren't counted per op, so most programs spend
  // no time or memory on counting.
  bool Allows(Position op, size_t tensors) {
    if (uncounted_ > 0) {
      --uncounted_;
      return true;
    }
    if (changes_.empty()) changes_.resize(ops_);
    return ++changes_[op.Slot()] <= Most(tensors);
  }

 private:
  // Returns how many changes are possible. A change adds an axis or a part of
  // one. The product of a mesh's axes fits in 63 bits, so fewer than 64 parts
  // are larger than 1; axes of size 1 are counted separately. The remaining
  // slack is for changes that don't add axes.
  size_t Most(size_t tensors) const { return 4 * (64 + axes_) * (tensors + 4); }

  size_t ops_;
  size_t axes_;
  size_t uncounted_;
  std::vector<size_t> changes_;  // indexed by position
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_
