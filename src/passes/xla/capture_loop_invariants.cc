#include <utility>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/edit.h"
#include "passes/pass.h"

// If a loop's body passes an operand on unchanged, the loop captures it: the
// body and the users of the result use the operand directly.
//
//   while(%i = %0, %w = %arg0) { ... dot %h, %w ... return %j, %w }
//   while(%i = %0)             { ... dot %h, %arg0 ... return %j }

namespace shardflow::internal {
namespace {

bool IsSimpleLoop(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kWhile || m.region_count(op) != 2) return false;
  const int count = m.operand_count(op);
  if (m.result_count(op) != count) return false;
  for (int r = 0; r < 2; ++r) {
    if (m.RegionIsEmpty(m.region(op, r))) return false;
    const BlockId block = m.first_block(m.region(op, r));
    if (static_cast<int>(m.args(block).size()) != count) return false;
    if (m.terminator(block).IsNone()) return false;
  }
  const OpId last = m.terminator(m.first_block(m.region(op, 1)));
  return m.operand_count(last) == count;
}

// Replaces the loop with one without the operands in `invariant`, and returns
// the new loop.
OpId WithoutOperands(Module& m, OpId loop, const std::vector<bool>& invariant) {
  std::vector<ValueId> operands, results;
  for (int i = 0; i < m.operand_count(loop); ++i) {
    if (invariant[static_cast<size_t>(i)]) continue;
    operands.push_back(m.operand(loop, i));
    results.push_back(m.result(loop, i));
  }
  const std::vector<TypeId> types = TypesOf(m, results);
  const OpId op = CreateOp(m, OpKind::kWhile,
                           {.operands = operands,
                            .result_types = types,
                            .attrs = m.attr_dict(loop),
                            .region_count = 2,
                            .loc = m.loc(loop)});
  m.InsertBefore(loop, op);
  for (int r = 0; r < 2; ++r) m.MoveBlocks(m.region(loop, r), m.region(op, r));
  for (size_t i = 0; i < results.size(); ++i) {
    const ValueId result = m.result(op, static_cast<int>(i));
    m.SetSharding(result, m.sharding(results[i]));
    m.ReplaceAllUses(results[i], result);
  }
  if (m.rule(loop)) m.SetRule(op, m.rule(loop));
  m.Erase(loop);
  return op;
}

bool Capture(Module& m, OpId loop) {
  const BlockId cond = m.first_block(m.region(loop, 0));
  const BlockId body = m.first_block(m.region(loop, 1));
  const OpId last = m.terminator(body);
  const int count = m.operand_count(loop);
  std::vector<bool> invariant(static_cast<size_t>(count));
  bool any = false;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    const ValueId yielded = m.operand(last, i);
    // A result with a sharding is kept, because its sharding would be lost.
    invariant[at] =
        (yielded == m.operand(loop, i) || yielded == m.args(body)[at]) &&
        m.sharding(m.result(loop, i)).IsNone();
    any |= invariant[at];
  }
  if (!any) return false;
  std::vector<ValueId> yielded;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    if (!invariant[at]) {
      yielded.push_back(m.operand(last, i));
      continue;
    }
    const ValueId value = m.operand(loop, i);
    m.ReplaceAllUses(m.args(cond)[at], value);
    m.ReplaceAllUses(m.args(body)[at], value);
    m.ReplaceAllUses(m.result(loop, i), value);
  }
  // The operands of the terminator are read again, because an invariant that is
  // also returned in another position has just been replaced there.
  for (int i = 0, kept = 0; i < count; ++i) {
    if (!invariant[static_cast<size_t>(i)]) {
      yielded[static_cast<size_t>(kept++)] = m.operand(last, i);
    }
  }
  m.SetOperands(last, yielded);
  for (int i = count; i > 0; --i) {
    if (!invariant[static_cast<size_t>(i - 1)]) continue;
    m.EraseArg(cond, i - 1);
    m.EraseArg(body, i - 1);
  }
  WithoutOperands(m, loop, invariant);
  return true;
}

}  // namespace

bool XlaCaptureLoopInvariants(Module& m, const NoOptions&, PassContext&) {
  if (m.op_count(OpKind::kWhile) == 0) return true;
  // Inner loops come first: an operand that an inner loop no longer takes may
  // then pass through the enclosing loop unchanged.
  std::vector<OpId> loops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (IsSimpleLoop(m, op)) loops.push_back(op);
  });
  for (const OpId loop : loops) Capture(m, loop);
  return true;
}

}  // namespace shardflow::internal
