#ifndef SHARDFLOW_PROPAGATE_ANCESTORS_H_
#define SHARDFLOW_PROPAGATE_ANCESTORS_H_

#include <cstdint>
#include <vector>

#include "propagate/worklist.h"

// An op that waits for a visit, and the ops around it.
//
// The reference's driver puts the ops around an op on its stack as well, the
// outermost on top. Where calls nest ten thousand deep that is all the work
// there is, and nearly always for nothing: most ops with regions are *idle*,
// nothing propagates through them, and they are passed over when their turn
// comes. So idle ops are not put on the stack. An entry stands for its op and
// for the idle ops around it, as far out as the next op that is not idle (which
// has an entry of its own, above).
//
// There is one way in which an idle op on the stack can matter: when it may
// have become dead, it is visited after all, and then its place on the stack is
// observable. Wake() finds the place and puts it there; from then on the op is
// never taken for idle again.

namespace shardflow {

class Ancestors {
 public:
  // `parents[op]`: the op around it, by position; -1: none that is ever told.
  // Empty if no op has one.
  void Reset(std::vector<int32_t> parents);

  void PushWithAncestors(Worklist& worklist, int32_t op);
  // To be called before the class of an op changes to kFreshClass.
  void Wake(Worklist& worklist, int32_t op);

 private:
  static bool IsIdle(const Worklist& worklist, int32_t op) {
    return worklist.Has(op, kGone) ||
           (worklist.Class(op) == kIdleClass && !worklist.Has(op, kAwake));
  }
  // There are ops in it; the one after it is one.
  bool HasInside(int32_t op) const;
  // The nearest op around it that is not idle, or -1.
  int32_t Outer(const Worklist& worklist, int32_t op);

  std::vector<int32_t> parents_;
  // Further out than the parent where the ops between are idle.
  std::vector<int32_t> outer_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_ANCESTORS_H_
