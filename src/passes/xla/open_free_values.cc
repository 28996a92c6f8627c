#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/pass.h"
#include "passes/xla/free_values.h"
#include "sharding/tensor.h"

// A value that a loop captures may be sharded differently inside the loop. To
// allow this, a sharding constraint with open dimensions is inserted right
// before the loop, and only the loop uses it.

namespace shardflow::internal {
namespace {

// Returns the sharding as seen by ops that use the value. For an argument of a
// manual computation, this sharding lacks the manual axes.
ShardingId LocalSharding(Module& m, ValueId value) {
  const ShardingId sharding = m.sharding(value);
  if (sharding.IsNone() || !m.IsArg(value)) return sharding;
  const OpId owner = m.parent_op(m.arg_block(value));
  if (m.kind(owner) != OpKind::kManualComputation) return sharding;
  return EraseManualAxes(m, sharding, m.attr(owner, name::kManualAxes));
}

// Whether the sharding is fully open, so that there is nothing to open.
bool IsFullyOpen(const Module& m, ShardingId id) {
  const ShardingView view = m.shardings.Get(id);
  for (size_t d = 0; d < view.rank(); ++d) {
    if (view.dims[d].closed != 0 || HasAxes(view.dims[d])) return false;
  }
  return true;
}

// Nested loops are visited before the loops around them. If both loops capture
// the value, the inner loop's constraint ends up using the outer loop's
// constraint.
void OpenFreeValues(Module& m, OpId loop, std::span<const ValueId> values) {
  absl::flat_hash_map<ValueId, ValueId> opened;
  for (const ValueId value : values) {
    const ShardingId sharding = LocalSharding(m, value);
    if (!sharding || IsScalar(m, value) || IsFullyOpen(m, sharding)) continue;
    const OpId constraint =
        CreatePassOn(m, OpKind::kShardingConstraint, value, ValueLoc(m, value),
                     FullyOpenLike(m.shardings, sharding));
    m.InsertBefore(loop, constraint);
    opened[value] = m.result(constraint, 0);
  }
  if (opened.empty()) return;
  WalkPreOrder(m, loop, [&](OpId op) {
    for (int i = 0; op != loop && i < m.operand_count(op); ++i) {
      const auto at = opened.find(m.operand(op, i));
      if (at != opened.end()) m.SetOperand(m.operand_use(op, i), at->second);
    }
  });
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

}  // namespace shardflow::internal
