#include "propagate/ancestors.h"

#include <utility>

namespace shardflow {

void Ancestors::Reset(std::vector<int32_t> parents) {
  parents_ = std::move(parents);
  outer_ = parents_;
}

int32_t Ancestors::Outer(const Worklist& worklist, int32_t op) {
  int32_t found = outer_[static_cast<size_t>(op)];
  while (found >= 0 && IsIdle(worklist, found)) {
    found = outer_[static_cast<size_t>(found)];
  }
  // What was passed over needn't be again.
  for (int32_t at = op; at != found;) {
    at = std::exchange(outer_[static_cast<size_t>(at)], found);
  }
  return found;
}

bool Ancestors::HasInside(int32_t op) const {
  const auto next = static_cast<size_t>(op) + 1;
  return next < parents_.size() && parents_[next] == op;
}

void Ancestors::PushWithAncestors(Worklist& worklist, int32_t op) {
  if (outer_.empty()) {
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
    if (!worklist.Waits(at) && parents_[static_cast<size_t>(at)] != outer) {
      worklist.PushAround(at, outer);
    }
    at = outer;
  }
}

void Ancestors::Wake(Worklist& worklist, int32_t op) {
  if (outer_.empty() || !IsIdle(worklist, op) || worklist.Has(op, kGone)) {
    return;
  }
  worklist.Set(op, kAwake);
  // The ops inside follow it, and the parent of each is one of them or the op.
  int32_t end = op + 1;
  for (; static_cast<size_t>(end) < parents_.size(); ++end) {
    const auto at = static_cast<size_t>(end);
    if (parents_[at] < op) break;
    outer_[at] = parents_[at];
  }
  worklist.Uncover(op, end);
}

}  // namespace shardflow
