#include <vector>

#include "ir/walk.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/pass.h"
#include "passes/xla/free_values.h"
#include "sharding/tensor.h"

// A value that a loop captures may be sharded in another way inside of it than
// outside: right before the loop it gets a sharding constraint with all
// dimensions open, which only the loop uses.

namespace shardflow {
namespace {

// There is nothing to open.
bool IsFullyOpen(const Module& m, ShardingId id) {
  const ShardingView view = m.shardings.Get(id);
  for (size_t d = 0; d < view.rank(); ++d) {
    if (view.dims[d].closed != 0 || HasAxes(view.dims[d])) return false;
  }
  return true;
}

bool IsInside(const Module& m, OpId op, OpId around) {
  for (OpId at = op; at; at = m.parent_op(at)) {
    if (at == around) return true;
  }
  return false;
}

// Loops inside first; where one of them captures the value too, it captures
// the constraint of this one from here on.
void OpenFreeValues(Module& m, OpId loop, std::span<const ValueId> values) {
  for (const ValueId value : values) {
    const ShardingId sharding = m.sharding(value);
    if (!sharding || IsScalar(m, value) || IsFullyOpen(m, sharding)) continue;
    const OpId constraint =
        CreatePassOn(m, OpKind::kShardingConstraint, value, ValueLoc(m, value),
                     FullyOpenLike(m.shardings, sharding));
    m.InsertBefore(loop, constraint);
    m.ReplaceUsesIf(value, m.result(constraint, 0), [&](UseId use) {
      const OpId user = m.use(use).owner;
      return user != loop && IsInside(m, user, loop);
    });
  }
}

}  // namespace

bool XlaOpenFreeValues(Module& m, const NoOptions&, PassContext&) {
  if (m.op_count(OpKind::kWhile) == 0) return true;
  for (const OpId function : Functions(m)) {
    const FreeValues free(m, function);
    std::vector<OpId> loops;
    WalkPostOrder(m, function, [&](OpId op) {
      if (m.kind(op) == OpKind::kWhile) loops.push_back(op);
    });
    for (const OpId loop : loops) OpenFreeValues(m, loop, free.Of(loop));
  }
  return true;
}

}  // namespace shardflow
