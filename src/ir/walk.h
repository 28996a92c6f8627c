#ifndef SHARDFLOW_IR_WALK_H_
#define SHARDFLOW_IR_WALK_H_

#include <type_traits>
#include <vector>

#include "ir/module.h"

// Visits `root` and the ops inside it in program order. There is no recursion,
// because regions may nest deeply.
//
// WalkPreOrder visits an op before the ops in its regions. WalkPostOrder visits
// it after them, as MLIR's walk does by default. In post-order, the callback
// may erase or move the op that it is given. In pre-order, it may erase that op
// only if it then returns WalkResult::kSkip. Ops inserted before that op are
// not visited.

namespace shardflow::internal {

enum class WalkResult { kAdvance, kSkip, kStop };

namespace detail {

template <class Fn>
WalkResult Visit(Fn& fn, OpId id) {
  if constexpr (std::is_void_v<decltype(fn(id))>) {
    fn(id);
    return WalkResult::kAdvance;
  } else {
    return fn(id);
  }
}

// Returns the first op in the regions of `id`, starting with region `from`, or
// None.
inline OpId FirstInner(const Module& m, OpId id, int from = 0) {
  for (int r = from; r < m.region_count(id); ++r) {
    for (BlockId b : m.Blocks(m.region(id, r))) {
      if (m.block(b).first) return m.block(b).first;
    }
  }
  return OpId::None();
}

// Returns the op to visit after `id` and everything in it: the next one in the
// block, or the first one in the later blocks and regions of the parent op, or
// None.
inline OpId NextSibling(const Module& m, OpId id) {
  if (m.op(id).next) return m.op(id).next;
  BlockId b = m.op(id).parent;
  if (b.IsNone()) return OpId::None();
  const RegionId region = m.block(b).parent;
  for (b = m.block(b).next; b; b = m.block(b).next) {
    if (m.block(b).first) return m.block(b).first;
  }
  const OpId parent = m.region_row(region).parent;
  return FirstInner(m, parent, m.region_index(region) + 1);
}

}  // namespace detail

// `fn(OpId)` returns void or WalkResult. Returns false if `fn` stopped the
// walk.
template <class Fn>
bool WalkPreOrder(const Module& m, OpId root, Fn fn) {
  std::vector<OpId> stack = {root};  // the op to visit next at each depth
  while (!stack.empty()) {
    const OpId at = stack.back();
    // Read before the visit, which may erase or move `at`.
    const OpId next = at == root ? OpId::None() : detail::NextSibling(m, at);
    if (next) {
      stack.back() = next;
    } else {
      stack.pop_back();
    }
    const WalkResult result = detail::Visit(fn, at);
    if (result == WalkResult::kStop) return false;
    if (result == WalkResult::kSkip) continue;
    if (const OpId inner = detail::FirstInner(m, at)) stack.push_back(inner);
  }
  return true;
}

template <class Fn>
bool WalkPostOrder(const Module& m, OpId root, Fn fn) {
  struct Frame {
    OpId op;
    OpId next;
    bool entered;
  };
  std::vector<Frame> stack;
  stack.push_back({root, OpId::None(), false});
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (!top.entered) {
      top.entered = true;
      if (const OpId inner = detail::FirstInner(m, top.op)) {
        stack.push_back({inner, OpId::None(), false});
        continue;
      }
    }
    const OpId at = top.op;
    const OpId next = at == root ? OpId::None() : detail::NextSibling(m, at);
    if (detail::Visit(fn, at) == WalkResult::kStop) return false;
    if (next) {
      stack.back() = {next, OpId::None(), false};
    } else {
      stack.pop_back();
    }
  }
  return true;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_WALK_H_
