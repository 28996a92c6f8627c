#include <vector>

#include "ir/walk.h"
#include "ops/edit.h"
#include "passes/pass.h"

// Turns constants into sdy.constant ops, which StableHLO's constant folding
// leaves alone.

namespace shardflow::internal {

bool XlaImportConstants(Module& m, const NoOptions&, PassContext&) {
  if (m.op_count(OpKind::kConstant) == 0) return true;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kConstant) {
      ChangeKind(m, op, OpKind::kSdyConstant);
    }
  });
  return true;
}

}  // namespace shardflow::internal
