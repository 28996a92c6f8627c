#include "ir/uses.h"

#include "ir/walk.h"

namespace shardflow::internal {

void RenewUses(Module& m) {
  WalkPostOrder(m, m.root(), [&](OpId op) {
    for (int i = 0; i < m.operand_count(op); ++i) {
      m.SetOperand(m.operand_use(op, i), m.operand(op, i));
    }
  });
}

}  // namespace shardflow::internal
