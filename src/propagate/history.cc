#include <algorithm>

#include "propagate/record.h"
#include "sharding/projection.h"

// The history of a record: for each axis that propagated, where it was before.

namespace shardflow::internal {
namespace {

// Returns the first tensor that had all of `axes` along the factor before the
// step; failing that, one that had `axis` or a part of it there; else `target`.
size_t SourceOf(const Projection& before, size_t target, size_t factor,
                ResolvedList axes, const ResolvedAxis& axis) {
  for (size_t tensor = 0; tensor < before.tensor_count(); ++tensor) {
    const FactorSharding& cell = before.at(tensor, factor);
    if (cell.present && IsPrefixOrEqual(axes, cell.axes)) return tensor;
  }
  for (size_t tensor = 0; tensor < before.tensor_count(); ++tensor) {
    const FactorSharding& cell = before.at(tensor, factor);
    if (tensor == target || !cell.present) continue;
    if (std::ranges::any_of(cell.axes, [&](const ResolvedAxis& other) {
          return Overlaps(other, axis);
        })) {
      return tensor;
    }
  }
  return target;
}

}  // namespace

void Recorder::RecordMoves(const RecordedTensors& tensors, AxisMove::How how,
                           const Projection& before, const Projection& after,
                           int64_t step) {
  const Rule& rule = before.rule();
  const auto place = [&](size_t tensor) {
    if (tensors.main_result >= 0 && tensor == 1) {
      return TensorPlace{ValueId::None(), tensors.main_result};
    }
    return TensorPlace{tensors.values[tensor], -1};
  };
  const auto end = [&](size_t tensor) {
    const size_t operands = tensors.operand_count;
    return tensor < operands
               ? RecordedEnd{false, static_cast<int64_t>(tensor)}
               : RecordedEnd{true, static_cast<int64_t>(tensor - operands)};
  };
  for (size_t target = 0; target < before.tensor_count(); ++target) {
    for (size_t factor = 0; factor < before.factor_count(); ++factor) {
      const ResolvedList was = before.at(target, factor).axes;
      const ResolvedList is = after.at(target, factor).axes;
      for (size_t i = 0; i < is.size(); ++i) {
        if (i < was.size() && was[i] == is[i]) continue;
        const size_t source = SourceOf(before, target, factor, is, is[i]);
        if (source == target) continue;
        history_.push_back({.how = how,
                            .axis = after.mesh().Literal(is[i]),
                            .source = place(source),
                            .target = place(target),
                            .source_dim = rule.DimOf(source, factor),
                            .target_dim = rule.DimOf(target, factor),
                            .op = tensors.op,
                            .rule = tensors.rule,
                            .factor = static_cast<int32_t>(factor),
                            .from = end(source),
                            .to = end(target),
                            .step = step,
                            .time = time_});
      }
    }
  }
}

void Recorder::RecordCopy(ValueId target, ShardingId before, ShardingId after,
                          ValueId source) {
  if (!options_.history || after.IsNone()) return;
  const ShardingView now = m_.shardings.Get(after);
  for (size_t dim = 0; dim < now.rank(); ++dim) {
    std::span<const AxisRef> old;
    if (before && dim < m_.shardings.Get(before).rank()) {
      old = m_.shardings.axes(m_.shardings.Get(before).dims[dim].axes);
    }
    for (const AxisRef& axis : m_.shardings.axes(now.dims[dim].axes)) {
      if (std::ranges::find(old, axis) != old.end()) continue;
      const auto d = static_cast<int32_t>(dim);
      history_.push_back({.how = AxisMove::How::kGroup,
                          .axis = axis,
                          .source = {source, -1},
                          .target = {target, -1},
                          .source_dim = d,
                          .target_dim = d,
                          .step = next_step_,
                          .time = time_});
    }
  }
}

}  // namespace shardflow::internal
