#include "ops/loop_invariants.h"

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
    found.trips *= trips ? static_cast<double>(*trips) : 2;
    block = m.op(loop).parent;
  }
  return found;
}

}  // namespace shardflow::internal
