#include "ops/rewrite.h"

#include "ops/op_def.h"

namespace shardflow::internal {

OpId Rewriter::CreateBefore(OpId anchor, OpKind kind, ValueId operand,
                            TypeId type, AttrId attrs) {
  const ValueId operands[] = {operand};
  const TypeId types[] = {type};
  const OpId op = m.CreateOp({.kind = kind,
                              .name = m.names.Intern(OpMnemonic(kind)),
                              .operands = operands,
                              .result_types = types,
                              .attrs = attrs,
                              .loc = m.loc(anchor)});
  m.InsertBefore(anchor, op);
  touched.push_back(op);
  return op;
}

void Rewriter::ReplaceUses(ValueId from, ValueId to) {
  for (UseId use : m.Uses(from)) touched.push_back(m.use(use).owner);
  m.ReplaceAllUses(from, to);
}

void Rewriter::Erase(OpId op) {
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (const OpId def = m.def(m.operand(op, i))) touched.push_back(def);
  }
  m.Erase(op);
}

void Rewriter::Replace(OpId op, ValueId value) {
  ReplaceUses(m.result(op, 0), value);
  Erase(op);
}

bool ComesBefore(const Module& m, OpId a, OpId b) {
  if (m.op(a).parent != m.op(b).parent) return false;
  // Searches in both directions at once, so that the search takes no longer
  // than the shortest way to an answer.
  OpId after = m.op(a).next, before = m.op(b).prev;
  while (after && before) {
    if (after == b || before == a) return true;
    after = m.op(after).next;
    before = m.op(before).prev;
  }
  return after == b || before == a;
}

std::vector<Pattern> CanonicalPatterns() {
  std::vector<Pattern> patterns;
  AppendManualComputationPatterns(patterns);
  AppendReshardPatterns(patterns);
  AppendCollectivePatterns(patterns);
  return patterns;
}

}  // namespace shardflow::internal
