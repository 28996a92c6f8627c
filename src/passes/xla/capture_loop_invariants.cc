#include <vector>

#include "ir/walk.h"
#include "ops/loop_invariants.h"
#include "ops/op_kind.h"
#include "passes/pass.h"

// If a loop's body passes an operand on unchanged, the loop captures it: the
// body and the users of the result use the operand directly.

namespace shardflow::internal {

bool XlaCaptureLoopInvariants(Module& m, const NoOptions&, PassContext&) {
  if (m.op_count(OpKind::kWhile) == 0) return true;
  // Inner loops come first: an operand that an inner loop no longer takes may
  // then pass through the enclosing loop unchanged.
  std::vector<OpId> loops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kWhile) loops.push_back(op);
  });
  for (const OpId loop : loops) {
    // A result with a sharding is kept, because the sharding would otherwise be
    // lost.
    CaptureInvariants(
        m, loop, [&](int i) { return m.sharding(m.result(loop, i)).IsNone(); });
  }
  return true;
}

}  // namespace shardflow::internal
