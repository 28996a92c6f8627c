#include <span>

#include "base/diagnostics.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rewrite.h"
#include "ops/verify.h"

// Verifies single ops after an edit of a valid module, instead of all of it.

namespace shardflow::internal {
namespace {

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
