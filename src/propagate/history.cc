#include <algorithm>

#include "propagate/record.h"
#include "sharding/projection.h"

// The history of a record: for each axis that propagated, where it came from.

namespace shardflow::internal {
namespace {

// Returns the first tensor that had all of `axes` along the factor before the
// step. If there is none, returns the first tensor that had `axis` or a part of
// it there; otherwise `target`.
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

void Recorder::AppendTensorMoves(const Projection& before,
                                 const Projection& after,
                                 std::vector<TensorMove>& moves) {
  const Rule& rule = before.rule();
  for (size_t target = 0; target < before.tensor_count(); ++target) {
    for (size_t factor = 0; factor < before.factor_count(); ++factor) {
      const ResolvedList was = before.at(target, factor).axes;
      const ResolvedList is = after.at(target, factor).axes;
      for (size_t i = 0; i < is.size(); ++i) {
        if (i < was.size() && was[i] == is[i]) continue;
        const size_t source = SourceOf(before, target, factor, is, is[i]);
        if (source == target) continue;
        moves.push_back({.axis = after.mesh().ToAxisRef(is[i]),
                         .source = source,
                         .target = target,
                         .factor = static_cast<int32_t>(factor),
                         .source_dim = rule.DimOf(source, factor),
                         .target_dim = rule.DimOf(target, factor)});
      }
    }
  }
}

void Recorder::RecordMoves(const RecordedTensors& tensors, AxisMove::How how,
                           std::span<const TensorMove> moves, int64_t step) {
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
  for (const TensorMove& move : moves) {
    history_.push_back({.how = how,
                        .axis = move.axis,
                        .source = place(move.source),
                        .target = place(move.target),
                        .source_dim = move.source_dim,
                        .target_dim = move.target_dim,
                        .op = tensors.op,
                        .rule = tensors.rule,
                        .factor = move.factor,
                        .from = end(move.source),
                        .to = end(move.target),
                        .step = step,
                        .time = time_});
  }
}

// If only the history is to be recorded, records the step and returns true.
// Equal steps are then projected only once. (Edges and origins depend on the
// op.)
bool Recorder::RecordKnownStep(Stepper& stepper, const RecordedStep& step) {
  if (!options_.history || options_.origins || options_.edges) return false;
  const StepInput& input = step.input;
  const Directions& directions = input.directions;
  step_key_.assign({input.rule.index, static_cast<int32_t>(input.strategy),
                    input.conservative ? 1 : 0, input.elementwise ? 1 : 0,
                    static_cast<int32_t>(directions.pass_through),
                    static_cast<int32_t>(directions.other),
                    static_cast<int32_t>(directions.per_factor.size())});
  for (const Direction direction : directions.per_factor) {
    step_key_.push_back(static_cast<int32_t>(direction));
  }
  for (const ShardingId sharding : input.shardings) {
    step_key_.push_back(sharding.index);
  }
  const size_t known = step_keys_.Intern(step_key_).Slot();
  if (known == step_moves_.size()) {
    std::optional<Range>& moves = step_moves_.emplace_back();
    Projection before, after;
    if (stepper.Project(input, before, after)) {
      moves = {tensor_moves_.size(), 0};
      AppendTensorMoves(before, after, tensor_moves_);
      moves->end = tensor_moves_.size();
    }
  }
  if (const std::optional<Range>& moves = step_moves_[known]) {
    RecordMoves(step.tensors, AxisMove::How::kStep,
                std::span(tensor_moves_)
                    .subspan(moves->begin, moves->end - moves->begin),
                next_step_++);
  }
  return true;
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
