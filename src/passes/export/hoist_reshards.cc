#include "passes/export/hoist_reshards.h"

#include "ops/data_flow.h"
#include "ops/loop_invariants.h"
#include "ops/op_kind.h"
#include "ops/present.h"

namespace shardflow::internal {

void HoistReshards(Module& m) {
  // Collect the reshards in program order, so that a reshard moves before any
  // reshard of its result.
  for (const OpId op : OpsOfKind(m, OpKind::kReshard)) {
    const ValueId value = m.operand(op, 0);
    const Invariant found = FindInvariant(m, op, value);
    // Outside the loop, the operand must have the same sharding; otherwise, the
    // reshard would be a different one.
    if (!found.loop || GetSharding(m, found.value) != GetSharding(m, value)) {
      continue;
    }
    m.Unlink(op);
    m.InsertBefore(found.loop, op);
    m.SetOperand(m.operand_use(op, 0), found.value);
  }
}

}  // namespace shardflow::internal
