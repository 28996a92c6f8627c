#include "passes/export/single_elements.h"

#include <span>

#include "ir/walk.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

bool CutsSingleElement(std::span<const DimSharding> dims,
                       std::span<const int64_t> shape, size_t d) {
  return d < shape.size() && shape[d] == 1 && HasAxes(dims[d]);
}

void Shorten(Module& m, ValueId value) {
  const ShardingId sharding = m.sharding(value);
  if (sharding.IsNone() || !m.types.IsTensor(m.type(value))) return;
  const std::span<const int64_t> shape = Shape(m, value);
  const ShardingView view = m.shardings.Get(sharding);
  bool any = false;
  for (size_t d = 0; d < view.dims.size(); ++d) {
    any |= CutsSingleElement(view.dims, shape, d);
  }
  if (!any) return;
  TensorSharding made(view);
  for (size_t d = 0; d < made.dims.size(); ++d) {
    if (CutsSingleElement(made.dims, shape, d)) {
      made.dims[d].axes = ShardingStore::kEmptyAxes;
    }
  }
  m.SetSharding(value, m.shardings.Intern(made));
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
