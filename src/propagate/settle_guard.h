#ifndef SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_
#define SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_

#include <cstddef>
#include <cstdint>
#include <vector>

// Whether a run of propagation will end.
//
// A change adds axes to a tensor, so that each tensor changes only so often.
// What hands axes on and what takes them away again would break that, as a
// sharding group and the edge of a manual computation do in the reference (here
// groups ask first, ops/manual_fit.h). This is the net below: no op that
// settles changes its tensors as often as Allows() permits.

namespace shardflow {

class SettleGuard {
 public:
  // `ops`: positions of the worklist; `axes`: most axes of a mesh.
  SettleGuard(size_t ops, size_t axes)
      : ops_(ops), axes_(axes), uncounted_(8 * ops + 4096) {}

  // A visit of the op, which has so many tensors, changed one. False: it has
  // done so too often. Counting begins after more changes than most programs
  // have, so that these pay neither time nor memory.
  bool Allows(int32_t op, size_t tensors) {
    if (uncounted_ > 0) {
      --uncounted_;
      return true;
    }
    if (changes_.empty()) changes_.resize(ops_);
    return ++changes_[static_cast<size_t>(op)] <= Most(tensors);
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

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_SETTLE_GUARD_H_
