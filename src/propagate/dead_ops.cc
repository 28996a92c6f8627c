#include "ir/walk.h"
#include "ops/properties.h"
#include "propagate/propagation.h"

// Erases dead ops when they are visited, and pushes the ops that this affects,
// as Shardy's driver does.

namespace shardflow::internal {
namespace {

// Makes the op fresh: its next visit checks again whether it is dead, and
// determines its class.
void MakeFresh(PropagationGraph& graph, Position position) {
  graph.ancestors.Wake(graph.worklist, position);
  graph.worklist.SetClass(position, kFreshClass);
}

// Erasing `op` may leave the ops that define its operands dead. Pushes the op
// that defines an operand if the operand has at most one other user.
void PushDefinersOfOperands(PropagationState& s, OpId op) {
  const Module& m = s.m;
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId operand = m.operand(op, i);
    const OpId def = m.def(operand);
    if (def.IsNone()) continue;
    OpId other_user;
    bool one_other_at_most = true;
    for (const UseId use : m.Uses(operand)) {
      const OpId user = m.use(use).owner;
      if (user == op || user == other_user) continue;
      one_other_at_most = other_user.IsNone();
      if (!one_other_at_most) break;
      other_user = user;
    }
    if (!one_other_at_most) continue;
    const Position position = s.graph.position(def);
    MakeFresh(s.graph, position);
    s.graph.ancestors.PushWithAncestors(s.graph.worklist, position);
  }
}

// The directions of an op depend on whether its operands have other uses. If
// only one use of `operand` is left, the directions of the op that uses it may
// have changed.
void Reclassify(PropagationState& s, ValueId operand) {
  if (!s.m.HasOneUse(operand)) return;
  const OpId user = s.m.use(s.m.value(operand).first_use).owner;
  MakeFresh(s.graph, s.graph.position(user));
}

}  // namespace

bool EraseIfDead(PropagationState& s, Position position) {
  Module& m = s.m;
  const OpId op = s.graph.op(position);
  // Most ops have one result, and it is used.
  if (m.result_count(op) == 1 && m.HasUses(m.result(op, 0))) return false;
  if (!IsTriviallyDead(m, op)) return false;
  s.doomed.clear();
  WalkPreOrder(m, op, [&](OpId inner) { s.doomed.push_back(inner); });
  // Go backwards, so that users are erased before definitions, and ops before
  // the op that encloses them.
  for (size_t i = s.doomed.size(); i > 0; --i) {
    const OpId inner = s.doomed[i - 1];
    PushDefinersOfOperands(s, inner);
    for (int o = 0; o < m.operand_count(inner); ++o) {
      const ValueId operand = m.operand(inner, o);
      const UseId use = m.operand_use(inner, o);
      m.SetOperand(use, ValueId::None());
      Reclassify(s, operand);
    }
    s.graph.worklist.Set(s.graph.position(inner), kGone);
  }
  m.Erase(op);
  return true;
}

}  // namespace shardflow::internal
