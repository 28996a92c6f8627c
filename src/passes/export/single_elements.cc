#include "passes/export/single_elements.h"

#include <span>

#include "ir/walk.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

void Shorten(Module& m, ValueId value) {
  const ShardingId sharding = m.sharding(value);
  if (sharding.IsNone() || !m.types.IsTensor(m.type(value))) return;
  const std::span<const int64_t> shape = Shape(m, value);
  TensorSharding made(m.shardings.Get(sharding));
  bool changed = false;
  for (size_t d = 0; d < made.dims.size() && d < shape.size(); ++d) {
    if (shape[d] != 1 || !HasAxes(made.dims[d])) continue;
    made.dims[d].axes = ShardingStore::kEmptyAxes;
    changed = true;
  }
  if (changed) m.SetSharding(value, m.shardings.Intern(made));
}

}  // namespace

void KeepSingleElements(Module& m) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kManualComputation) return;
    for (int i = 0; i < m.result_count(op); ++i) Shorten(m, m.result(op, i));
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        for (const ValueId arg : m.args(block)) Shorten(m, arg);
      }
    }
  });
}

}  // namespace shardflow::internal
