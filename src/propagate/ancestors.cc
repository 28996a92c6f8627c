#include "propagate/ancestors.h"

#include <bit>
#include <utility>

namespace shardflow::internal {

void Ancestors::AddFirst(Position parent) {
  const Position op(count_++);
  if (op.index % 64 == 0) {
    starts_.push_back(0);
    before_.push_back(static_cast<int32_t>(stretches_.size()));
  }
  if (!stretches_.empty() && stretches_.back().parent == parent) return;
  last_parent_ = parent;
  any_ |= static_cast<bool>(parent);
  starts_.back() |= uint64_t{1} << (op.index % 64);
  // If this is the first op of a body, its parent comes right before it. For
  // now, the `outer` of the parent is the parent's own parent.
  const bool opens = parent && After(parent) == op;
  stretches_.push_back({op, parent, opens ? Parent(parent) : Position::None()});
}

size_t Ancestors::StretchOf(Position op) const {
  const size_t word = op.Slot() / 64;
  // The stretches that begin in this word, at the op or before it.
  const uint64_t begun = starts_[word] << (63 - op.index % 64);
  return static_cast<size_t>(before_[word] + std::popcount(begun)) - 1;
}

Position Ancestors::Outer(const Worklist& worklist, Position op) {
  // An op with nothing inside has nowhere to store an `outer` of its own, so
  // the search begins with its parent.
  const Position first = HasInside(op) ? op : Parent(op);
  Position found = first;
  while (found == op || (found && IsIdle(worklist, found))) {
    found = OuterOf(found);
  }
  // Path compression: ops that were skipped one by one are skipped in one step
  // the next time.
  for (Position at = first; at != found;) {
    at = std::exchange(OuterOf(at), found);
  }
  return found;
}

void Ancestors::PushNested(Worklist& worklist, Position op) {
  // If the op is waiting, its entry also represents the idle ops around it.
  // Otherwise, they need an entry of their own (PushAround).
  Position at = op;
  if (HasInside(op) && IsIdle(worklist, op)) {
    at = Outer(worklist, op);
    worklist.PushAround(After(op), at);
  }
  while (at) {
    const Position outer = Outer(worklist, at);
    worklist.Push(at, outer);
    if (!worklist.Waits(at) && Parent(at) != outer) {
      worklist.PushAround(at, outer);
    }
    at = outer;
  }
}

void Ancestors::Wake(Worklist& worklist, Position op) {
  if (!any_ || !IsIdle(worklist, op) || worklist.Has(op, kGone)) return;
  worklist.Set(op, kAwake);
  Position end = After(op);
  if (HasInside(op)) {
    // While this op was idle, the ops inside it may have got shortcuts past it.
    // Undo these. The ops inside come right after this op, and their parents
    // are this op or other ops inside.
    size_t i = StretchOf(After(op)) + 1;
    for (; i < stretches_.size() && stretches_[i].parent >= op; ++i) {
      const Position before(stretches_[i].begin.index - 1);
      if (stretches_[i].parent == before) stretches_[i].outer = Parent(before);
    }
    end = i < stretches_.size() ? stretches_[i].begin : Position(count_);
  }
  worklist.Uncover(op, end);
}

}  // namespace shardflow::internal
