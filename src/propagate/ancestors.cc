#include "propagate/ancestors.h"

#include <bit>
#include <utility>

namespace shardflow {

void Ancestors::Add(int32_t parent) {
  const int32_t op = count_++;
  if (op % 64 == 0) {
    starts_.push_back(0);
    before_.push_back(static_cast<int32_t>(runs_.size()));
  }
  if (!runs_.empty() && runs_.back().parent == parent) return;
  any_ |= parent >= 0;
  starts_.back() |= uint64_t{1} << (op % 64);
  // The first op of a body: the outer of the op that it is in is its parent.
  const int32_t outer = parent >= 0 && parent == op - 1 ? Parent(parent) : -1;
  runs_.push_back({op, parent, outer});
}

size_t Ancestors::RunOf(int32_t op) const {
  const auto word = static_cast<size_t>(op) / 64;
  // Those that begin with the op or before it.
  const uint64_t begun = starts_[word] << (63 - op % 64);
  return static_cast<size_t>(before_[word] + std::popcount(begun)) - 1;
}

int32_t Ancestors::Outer(const Worklist& worklist, int32_t op) {
  // Ops with nothing inside have no place to remember anything.
  const int32_t first = HasInside(op) ? op : Parent(op);
  int32_t found = first;
  while (found == op || (found >= 0 && IsIdle(worklist, found))) {
    found = OuterOf(found);
  }
  // What was passed over needn't be again.
  for (int32_t at = first; at != found;) {
    at = std::exchange(OuterOf(at), found);
  }
  return found;
}

void Ancestors::PushWithAncestors(Worklist& worklist, int32_t op) {
  if (!any_) {
    worklist.Push(op);
    return;
  }
  // An op that waits has the idle ops around it above it already: what is above
  // it on the stack has its turn before.
  int32_t at = op;
  if (HasInside(op) && IsIdle(worklist, op)) {
    at = Outer(worklist, op);
    worklist.PushAround(op + 1, at);
  }
  while (at >= 0) {
    const int32_t outer = Outer(worklist, at);
    worklist.Push(at, outer);
    if (!worklist.Waits(at) && Parent(at) != outer) {
      worklist.PushAround(at, outer);
    }
    at = outer;
  }
}

void Ancestors::Wake(Worklist& worklist, int32_t op) {
  if (!any_ || !IsIdle(worklist, op) || worklist.Has(op, kGone)) return;
  worklist.Set(op, kAwake);
  int32_t end = op + 1;
  if (HasInside(op)) {
    // The ops inside follow it, and the parent of each is one of them or the
    // op. What was passed over on the way to it no longer is.
    size_t run = RunOf(op + 1) + 1;
    for (; run < runs_.size() && runs_[run].parent >= op; ++run) {
      const int32_t before = runs_[run].begin - 1;
      if (runs_[run].parent == before) runs_[run].outer = Parent(before);
    }
    end = run < runs_.size() ? runs_[run].begin : count_;
  }
  worklist.Uncover(op, end);
}

}  // namespace shardflow
