#include <span>

#include "base/diagnostics.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/verify.h"

// Verifies single ops after an edit of a valid module, instead of all of it.

namespace shardflow::internal {
namespace {

// Whether `first` comes before `second` in the block of both. The search goes
// in both directions at once, so its length is that of the shortest way to an
// answer.
bool ComesBefore(const Module& m, OpId first, OpId second) {
  OpId after = m.next_op(first), before = m.op(second).prev;
  while (after && before) {
    if (after == second || before == first) return true;
    after = m.next_op(after);
    before = m.op(before).prev;
  }
  return after == second || before == first;
}

// Whether the value is certain to be visible to the op.
bool IsVisible(const Module& m, ValueId value, OpId op) {
  const BlockId home = value ? m.home_block(value) : BlockId::None();
  if (home.IsNone()) return false;
  // Find the op of that block that is or encloses `op`.
  OpId at = op;
  while (m.op(at).parent != home) {
    at = m.parent_op(at);
    if (at.IsNone() || m.op(at).parent.IsNone() || HasTrait(m, at, kIsolated)) {
      return false;
    }
  }
  const OpId def = m.def(value);
  return def.IsNone() || ComesBefore(m, def, at);
}

}  // namespace

bool MattersOnlyToItself(const Module& m, OpId op) {
  const OpKind kind = m.kind(op);
  const OpId parent = m.parent_op(op);
  return kind != OpKind::kPropagationBarrier &&
         kind != OpKind::kOptimizationBarrier &&
         kind != OpKind::kDataFlowEdge && kind != OpKind::kFuncDataFlowEdge &&
         kind != OpKind::kAsyncStart && DataFlow(m, op) == nullptr && parent &&
         m.kind(parent) != OpKind::kModule;
}

bool AreValidInPlace(Module& m, std::span<const OpId> ops) {
  Diagnostics unused;
  for (const OpId op : ops) {
    if (!VerifyOp(m, op, unused)) return false;
    for (int i = 0; i < m.operand_count(op); ++i) {
      if (!IsVisible(m, m.operand(op, i), op)) return false;
    }
    if (HasTrait(m, op, kTerminator) && !VerifyOp(m, m.parent_op(op), unused)) {
      return false;
    }
  }
  return true;
}

}  // namespace shardflow::internal
