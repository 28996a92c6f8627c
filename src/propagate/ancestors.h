#ifndef SHARDFLOW_PROPAGATE_ANCESTORS_H_
#define SHARDFLOW_PROPAGATE_ANCESTORS_H_

#include <cstddef>
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
//
// Most ops have the parent that the op before them has, so that parents are
// kept by *run* of such ops. A bit for each op says whether a run begins with
// it, and how many began before is counted once for 64 ops:
//
//   func { a  while { b  c }  d }      parents  f: -  a w: f  b c: w  d: f
//
// An op with ops inside it is the one before a run whose parent it is: what is
// kept of it has its place there.

namespace shardflow {

class Ancestors {
 public:
  // One call for each op, by position: the op around it, or -1 if there is none
  // that is ever told.
  void Add(int32_t parent);

  void PushWithAncestors(Worklist& worklist, int32_t op);
  // To be called before the class of an op changes to kFreshClass.
  void Wake(Worklist& worklist, int32_t op);

 private:
  struct Run {
    int32_t begin;
    int32_t parent;
    // Of the op before the run, if that is the parent: an op around it, further
    // out than its own parent where the ops between are idle.
    int32_t outer;
  };

  static bool IsIdle(const Worklist& worklist, int32_t op) {
    return worklist.Has(op, kGone) ||
           (worklist.Class(op) == kIdleClass && !worklist.Has(op, kAwake));
  }
  bool BeginsRun(int32_t op) const {
    return ((starts_[static_cast<size_t>(op) / 64] >> (op % 64)) & 1) != 0;
  }
  // The run that the op is in.
  size_t RunOf(int32_t op) const;
  int32_t Parent(int32_t op) const { return runs_[RunOf(op)].parent; }
  // There are ops in it; the one after it is one.
  bool HasInside(int32_t op) const {
    return op + 1 < count_ && BeginsRun(op + 1) && Parent(op + 1) == op;
  }
  // Of an op that has ops inside.
  int32_t& OuterOf(int32_t op) { return runs_[RunOf(op + 1)].outer; }
  // The nearest op around it that is not idle, or -1.
  int32_t Outer(const Worklist& worklist, int32_t op);

  int32_t count_ = 0;
  bool any_ = false;              // an op has a parent
  std::vector<uint64_t> starts_;  // bits, by op
  std::vector<int32_t> before_;   // runs that begin before each 64 ops
  std::vector<Run> runs_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_ANCESTORS_H_
