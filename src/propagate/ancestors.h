#ifndef SHARDFLOW_PROPAGATE_ANCESTORS_H_
#define SHARDFLOW_PROPAGATE_ANCESTORS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "propagate/worklist.h"

// Pushes ops on the worklist together with the ops that enclose them.
//
// When Shardy's driver pushes an op, it also pushes the enclosing ops, the
// outermost on top. With ops nested ten thousand deep, propagation would do
// little else, nearly always in vain: most ops with regions are *idle* (nothing
// propagates through them) and are skipped when they are popped. So we don't
// put idle ops on the stack. An entry stands for its op and for the idle ops
// that enclose it, up to the next enclosing op that isn't idle. That op has its
// own entry, above this one.
//
// An idle op on the stack can matter in one case: if it may have become dead,
// it is visited after all, and then its place on the stack is observable.
// Wake() finds that place and adds the entry; from then on the op is never
// treated as idle again.
//
// Most ops have the same parent as the op before them, so the parent is stored
// once for each *stretch* of consecutive ops with the same parent. To find the
// stretch of an op, one bit per op says whether a stretch begins there, and one
// count per 64 ops says how many stretches begin before them:
//
//   case { a  while { b  c }  d }      stretches   parents
//                                      case        None
//                                      a  while    case
//                                      b  c        while
//                                      d           case
//
// An op with ops inside is the parent of the stretch right after it, so data
// about the op is stored with that stretch.

namespace shardflow::internal {

class Ancestors {
 public:
  // Call once for each op, in the order of positions. `parent` is the enclosing
  // op; None if that is a function or the root. In the worklist, the ops that
  // have a parent must be kNested.
  void Add(Position parent) {
    if (count_ % 64 != 0 && parent == last_parent_) {
      ++count_;
    } else {
      AddFirst(parent);
    }
  }

  void PushWithAncestors(Worklist& worklist, Position op) {
    // Most ops are neither nested in another op nor idle with ops inside.
    if (!any_ || (!worklist.Has(op, kNested) &&
                  !(IsIdle(worklist, op) && HasInside(op)))) {
      worklist.Push(op);
    } else {
      PushNested(worklist, op);
    }
  }
  // Call before the class of an op changes to kFreshClass.
  void Wake(Worklist& worklist, Position op);

 private:
  // Adds an op that may be the first of a stretch, or of a word of bits.
  void AddFirst(Position parent);
  void PushNested(Worklist& worklist, Position op);

  struct Stretch {
    Position begin;
    Position parent;
    // An op that encloses the parent: the parent's own parent, or an op farther
    // out if the ops between are idle. Used only if the parent is the op right
    // before the stretch.
    Position outer;
  };

  static bool IsIdle(const Worklist& worklist, Position op) {
    return worklist.Has(op, kGone) ||
           (worklist.Class(op) == kIdleClass && !worklist.Has(op, kAwake));
  }
  bool BeginsStretch(Position op) const {
    return ((starts_[op.Slot() / 64] >> (op.Slot() % 64)) & 1) != 0;
  }
  static Position After(Position op) { return Position(op.index + 1); }
  // Returns the index of the stretch that the op is in.
  size_t StretchOf(Position op) const;
  Position Parent(Position op) const {
    return stretches_[StretchOf(op)].parent;
  }
  // Whether the op has ops inside; the first of them comes right after it.
  bool HasInside(Position op) const {
    return After(op).index < count_ && BeginsStretch(After(op)) &&
           Parent(After(op)) == op;
  }
  // Returns the `outer` that is stored for `op`, with the stretch right after
  // it. There must be ops inside `op`.
  Position& OuterOf(Position op) {
    return stretches_[StretchOf(After(op))].outer;
  }
  // Returns the innermost op that encloses `op` and isn't idle, or None.
  Position Outer(const Worklist& worklist, Position op);

  int32_t count_ = 0;
  Position last_parent_;          // the parent of the last stretch
  bool any_ = false;              // whether any op has a parent
  std::vector<uint64_t> starts_;  // one bit per op: begins a stretch
  std::vector<int32_t> before_;   // stretches before each word of starts_
  std::vector<Stretch> stretches_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_ANCESTORS_H_
