#ifndef SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_
#define SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_

#include <cstddef>
#include <vector>

#include "propagate/worklist.h"

// A guard against runs of propagation that would never end.
//
// A change adds axes to a tensor, so each tensor changes only so often. That
// breaks if one thing adds axes and another one takes them away again, as a
// sharding group and the edge of a manual computation do in the reference
// (here groups check first, see ops/manual_fit.h). Should it happen anyway, the
// guard notices: an op that settles never changes its tensors as often as
// Allows() permits.

namespace shardflow::internal {

class SettleGuard {
 public:
  // `ops`: positions of the worklist; `axes`: most axes of a mesh.
  SettleGuard(size_t ops, size_t axes)
      : ops_(ops), axes_(axes), uncounted_(8 * ops + 4096) {}

  // To be asked when a visit of the op, which has so many tensors, changed one.
  // False: that has happened too often. Counting begins only after more changes
  // than most programs have, so that these pay neither time nor memory.
  bool Allows(Position op, size_t tensors) {
    if (uncounted_ > 0) {
      --uncounted_;
      return true;
    }
    if (changes_.empty()) changes_.resize(ops_);
    return ++changes_[op.Slot()] <= Most(tensors);
  }

 private:
  // The parts of an axis that a change may add are of size 2 or more, and their
  // product fits 63 bits; axes of size 1 count by themselves. Some slack for
  // changes that aren't new axes.
  size_t Most(size_t tensors) const { return 4 * (64 + axes_) * (tensors + 4); }

  size_t ops_;
  size_t axes_;
  size_t uncounted_;
  std::vector<size_t> changes_;  // by position
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_
