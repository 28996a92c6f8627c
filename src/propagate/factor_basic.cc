#include "propagate/factor_basic.h"

#include <algorithm>
#include <numeric>

namespace shardflow::internal {
namespace {

// Merges `more` into `axes`: shortens or extends `axes` to the list that is
// compatible with both (see CompatibleMajorAxes). Extends it only if
// `can_expand` is set. Returns whether further lists may extend it, which isn't
// allowed after a conflict.
bool MergeMajorAxes(std::vector<ResolvedAxis>& axes, ResolvedList more,
                    bool can_expand) {
  const auto end_with = [&](size_t size) {
    axes.resize(size);
    return false;
  };
  const size_t both = std::min(axes.size(), more.size());
  for (size_t i = 0; i < both; ++i) {
    if (axes[i] == more[i]) continue;
    if (IsPrefix(more[i], axes[i])) {
      // `more` continues with another axis. That can't be the rest of this
      // axis, or the two would have been merged, so there is a conflict.
      if (i + 1 < more.size()) {
        axes[i] = more[i];
        return end_with(i + 1);
      }
    } else if (IsPrefix(axes[i], more[i])) {
      if (!can_expand || i + 1 < axes.size()) return end_with(i + 1);
      axes[i] = more[i];
    } else {
      return end_with(i);
    }
  }
  if (can_expand && more.size() > both) {
    axes.insert(axes.end(), more.begin() + static_cast<std::ptrdiff_t>(both),
                more.end());
  }
  return can_expand;
}

// Cuts `axis` to the prefix that all tensors allow, even those without the
// factor.
bool CutByAllTensors(const Projection& projection, size_t factor,
                     int64_t sharded_size, ResolvedAxis& axis,
                     CutWitness& witness) {
  for (size_t tensor = 0; tensor < projection.tensor_count(); ++tensor) {
    const ResolvedAxis before = axis;
    const bool left =
        CutAcrossFactors(projection, tensor, factor, axis, witness.why()) &&
        (!projection.at(tensor, factor).present ||
         CutWithinFactor(projection, tensor, factor, sharded_size, axis,
                         witness.why()));
    if (!left || axis != before) witness.tensor = tensor;
    if (!left) return false;
  }
  return true;
}

// Cuts axes, and records the reason for each cut.
class Cutter {
 public:
  Cutter(ResolvedAxis& axis, RefusedAxis* why) : axis_(axis), why_(why) {}
  bool By(ResolvedList others, Refusal refusal, size_t factor = 0) {
    const ResolvedAxis before = axis_;
    const bool left = CutOverlap(axis_, others);
    if (why_ != nullptr && (!left || axis_ != before)) {
      Note(before, others, refusal, factor);
    }
    return left;
  }

 private:
  void Note(const ResolvedAxis& before, ResolvedList others, Refusal refusal,
            size_t factor) {
    for (const ResolvedAxis& other : others) {
      ResolvedAxis alone = before;
      if (CutOverlap(alone, {&other, 1}) && alone == before) continue;
      *why_ = {refusal, other, factor};
      return;
    }
  }
  ResolvedAxis& axis_;
  RefusedAxis* why_;
};

// Returns a tensor other than `except` that has the axis, or a part of it, at
// this position of its list; `except` if there is none.
size_t TensorWith(const Projection& projection, size_t factor, size_t position,
                  const ResolvedAxis& axis, size_t except) {
  for (size_t tensor = 0; tensor < projection.tensor_count(); ++tensor) {
    const FactorSharding& cell = projection.at(tensor, factor);
    if (tensor == except || !cell.present || cell.axes.size() <= position) {
      continue;
    }
    if (Overlaps(cell.axes[position], axis)) return tensor;
  }
  return except;
}

// Returns the first position at which the tensor contradicts the list so far.
std::optional<MergeConflict> FindConflict(const Projection& projection,
                                          size_t factor, size_t tensor,
                                          ResolvedList axes) {
  const ResolvedList more = projection.at(tensor, factor).axes;
  const size_t both = std::min(axes.size(), more.size());
  for (size_t i = 0; i < both; ++i) {
    if (axes[i] == more[i]) continue;
    const bool only_shorter =
        (IsPrefix(more[i], axes[i]) && i + 1 == more.size()) ||
        (IsPrefix(axes[i], more[i]) && i + 1 == axes.size());
    if (only_shorter) return std::nullopt;
    return MergeConflict{tensor, more[i],
                         TensorWith(projection, factor, i, axes[i], tensor),
                         axes[i], i};
  }
  return std::nullopt;
}

}  // namespace

void WantedAxes(const FactorStep& step, size_t factor,
                std::vector<ResolvedAxis>& axes) {
  if (step.trace == nullptr) {
    CompatibleMajorAxes(step.projection, factor, step.directions[factor], axes);
    return;
  }
  std::optional<MergeConflict> conflict;
  CompatibleMajorAxes(step.projection, factor, step.directions[factor], axes,
                      &conflict);
  step.trace->directions.push_back(step.directions[factor]);
  step.trace->conflicts.push_back(conflict);
  step.trace->wanted.push_back(axes);
}

void CompatibleMajorAxes(const Projection& projection, size_t factor,
                         Direction direction, std::vector<ResolvedAxis>& axes,
                         std::optional<MergeConflict>* conflict) {
  axes.clear();
  if (direction == Direction::kNone) return;
  const size_t operands = projection.operand_count();
  const size_t tensors = projection.tensor_count();
  bool can_expand = true;
  const auto merge = [&](size_t first, size_t last) {
    for (size_t tensor = first; tensor < last; ++tensor) {
      const FactorSharding& cell = projection.at(tensor, factor);
      if (!cell.present) continue;
      if (conflict != nullptr && !conflict->has_value()) {
        *conflict = FindConflict(projection, factor, tensor, axes);
      }
      can_expand = MergeMajorAxes(axes, cell.axes, can_expand);
    }
  };
  // The tensors that may lengthen the list come first, then those that only cut
  // it.
  switch (direction) {
    case Direction::kNone:
      break;
    case Direction::kBoth:
      merge(0, tensors);
      break;
    case Direction::kForward:
      merge(0, operands);
      can_expand = false;
      merge(operands, tensors);
      break;
    case Direction::kBackward:
      merge(operands, tensors);
      can_expand = false;
      merge(0, operands);
      break;
  }
}

bool CutAcrossFactors(const Projection& projection, size_t tensor,
                      size_t factor, ResolvedAxis& axis, RefusedAxis* why) {
  const std::span<const FactorSharding> cells = projection.factors(tensor);
  Cutter cut(axis, why);
  for (size_t other = 0; other < cells.size(); ++other) {
    if (other == factor) continue;
    if (!cut.By(cells[other].overflow, Refusal::kOtherFactor, other) ||
        !cut.By(cells[other].axes, Refusal::kOtherFactor, other)) {
      return false;
    }
  }
  return true;
}

bool CutWithinFactor(const Projection& projection, size_t tensor, size_t factor,
                     int64_t sharded_size, ResolvedAxis& axis,
                     RefusedAxis* why) {
  Cutter cut(axis, why);
  if (!cut.By(projection.replicated(tensor), Refusal::kReplicated) ||
      !cut.By(projection.unreduced(tensor), Refusal::kUnreduced)) {
    return false;
  }
  const FactorSharding& cell = projection.at(tensor, factor);
  for (const ResolvedAxis& has : cell.axes) {
    if (Contains(has, axis)) return true;
  }
  if (!cell.closed && cell.overflow.empty()) {
    if (cell.minor_most) return true;
    if (why != nullptr) *why = {Refusal::kNotDivisible, {}, 0};
    const int64_t factor_size = projection.rule().factor_size(factor);
    if (factor_size % sharded_size == 0) {
      const int64_t size = axis.size();
      const int64_t common = std::gcd(factor_size / sharded_size, size);
      if (common == size) return true;
      if (common != 1) {
        axis.hi = axis.lo * common;
        return true;
      }
    }
  } else if (why != nullptr) {
    *why = {cell.closed ? Refusal::kClosed : Refusal::kOverflow, {}, 0};
  }
  // The tensor can't have the whole axis, but may have a part of it. Only the
  // last of its axes can be that part, because the axes before it agree with
  // the list to propagate.
  if (!cell.axes.empty() && IsPrefix(cell.axes.back(), axis)) {
    axis = cell.axes.back();
    return true;
  }
  return false;
}

void PropagateBasic(const FactorStep& step, FactorScratch& scratch,
                    std::span<uint8_t> updated) {
  Projection& projection = step.projection;
  std::vector<ResolvedAxis>& axes = scratch.axes;
  for (size_t factor = 0; factor < projection.factor_count(); ++factor) {
    WantedAxes(step, factor, axes);
    CutWitness witness = {step.trace, 0, factor, {}};
    TruncateByConflicts(projection.mesh(), KeepsAxesWhole(step, factor), axes,
                        witness, [&](int64_t sharded_size, ResolvedAxis& axis) {
                          return CutByAllTensors(projection, factor,
                                                 sharded_size, axis, witness);
                        });
    if (axes.empty()) continue;
    for (size_t tensor = 0; tensor < projection.tensor_count(); ++tensor) {
      if (projection.Expand(tensor, factor, axes)) updated[tensor] = 1;
    }
  }
}

}  // namespace shardflow::internal
