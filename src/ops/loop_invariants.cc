#include "ops/loop_invariants.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/edit.h"
#include "ops/op_kind.h"
#include "ops/trip_count.h"

namespace shardflow::internal {
namespace {

// If `arg`, an argument of the loop's body, has the same value in each
// iteration, returns the operand of the loop that it equals, otherwise None.
ValueId PassedOn(const Module& m, OpId loop, BlockId body, ValueId arg) {
  const OpId end = m.terminator(body);
  const int i = m.index(arg);
  if (!end || m.operand_count(end) != m.operand_count(loop) ||
      m.operand(end, i) != arg) {
    return ValueId::None();
  }
  return m.operand(loop, i);
}

// Whether the op is a while loop with equal numbers of operands, results,
// arguments of each block, and values returned by its body.
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

// Replaces the loop with one that lacks the operands in `captured`. The
// corresponding results must have no uses.
void RemoveOperands(Module& m, OpId loop, const std::vector<bool>& captured) {
  std::vector<ValueId> operands, results;
  for (int i = 0; i < m.operand_count(loop); ++i) {
    if (captured[static_cast<size_t>(i)]) continue;
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
}

}  // namespace

bool IsInLoopBody(const Module& m, OpId op) {
  const OpId parent = m.parent_op(op);
  return parent && m.kind(parent) == OpKind::kWhile;
}

Invariant FindInvariant(const Module& m, OpId op, ValueId value) {
  Invariant found;
  found.value = value;
  BlockId block = m.op(op).parent;
  while (block) {
    const OpId loop = m.parent_op(block);
    if (!loop || m.kind(loop) != OpKind::kWhile || m.region_count(loop) != 2 ||
        m.first_block(m.region(loop, 1)) != block) {
      break;
    }
    const ValueId at = found.value;
    if (m.arg_block(at) == block) {
      const ValueId outside = PassedOn(m, loop, block, at);
      if (!outside) break;
      found.value = outside;
    } else if (const OpId def = m.def(at); def && m.op(def).parent == block) {
      break;
    }
    found.loop = loop;
    const auto trips = TripCount(m, loop);
    found.trips *=
        trips ? static_cast<double>(std::max<int64_t>(*trips, 1)) : 2;
    block = m.op(loop).parent;
  }
  return found;
}

void CaptureInvariants(Module& m, OpId loop,
                       const std::function<bool(int)>& wanted) {
  if (!IsSimpleLoop(m, loop)) return;
  const BlockId cond = m.first_block(m.region(loop, 0));
  const BlockId body = m.first_block(m.region(loop, 1));
  const OpId last = m.terminator(body);
  const int count = m.operand_count(loop);
  std::vector<bool> captured(static_cast<size_t>(count));
  bool any = false;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    const ValueId yielded = m.operand(last, i);
    captured[at] =
        (yielded == m.operand(loop, i) || yielded == m.args(body)[at]) &&
        wanted(i);
    any |= captured[at];
  }
  if (!any) return;
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<size_t>(i);
    if (!captured[at]) continue;
    const ValueId value = m.operand(loop, i);
    m.ReplaceAllUses(m.args(cond)[at], value);
    m.ReplaceAllUses(m.args(body)[at], value);
    m.ReplaceAllUses(m.result(loop, i), value);
  }
  // The operands of the terminator are only read now: if the body also returns
  // an invariant in another position, it has just been replaced there.
  std::vector<ValueId> yielded;
  for (int i = 0; i < count; ++i) {
    if (!captured[static_cast<size_t>(i)])
      yielded.push_back(m.operand(last, i));
  }
  m.SetOperands(last, yielded);
  for (int i = count; i > 0; --i) {
    if (!captured[static_cast<size_t>(i - 1)]) continue;
    m.EraseArg(cond, i - 1);
    m.EraseArg(body, i - 1);
  }
  RemoveOperands(m, loop, captured);
}

void DropUnusedInvariants(Module& m) {
  if (m.op_count(OpKind::kWhile) == 0) return;
  // Inner loops come first: dropping an operand of an inner loop may leave a
  // value unused in the enclosing loop.
  std::vector<OpId> loops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kWhile) loops.push_back(op);
  });
  for (const OpId loop : loops) {
    CaptureInvariants(m, loop, [&](int i) {
      const auto at = static_cast<size_t>(i);
      const BlockId cond = m.first_block(m.region(loop, 0));
      const BlockId body = m.first_block(m.region(loop, 1));
      const ValueId arg = m.args(body)[at];
      return !m.HasUses(m.args(cond)[at]) &&
             (!m.HasUses(arg) ||
              (m.HasOneUse(arg) && m.operand(m.terminator(body), i) == arg));
    });
  }
}

}  // namespace shardflow::internal
