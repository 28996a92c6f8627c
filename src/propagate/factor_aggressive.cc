#include "propagate/factor_aggressive.h"

#include <algorithm>
#include <tuple>

#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

// Collects the axes to propagate along each factor, before any tensor cuts
// them. Returns false if there are none.
bool CollectAxes(const FactorStep& step, FactorScratch& scratch) {
  const Projection& projection = step.projection;
  bool any = false;
  scratch.pool.Reset();
  scratch.axes_per_factor.clear();
  for (size_t factor = 0; factor < projection.factor_count(); ++factor) {
    WantedAxes(step, factor, scratch.axes);
    scratch.axes_per_factor.push_back(scratch.pool.Copy(scratch.axes));
    any |= !scratch.axes.empty();
  }
  return any;
}

// Finds the source of each factor: the largest of the tensors that have all of
// the axes to propagate, or the first of several equally large ones.
void FindSources(const FactorStep& step, FactorScratch& scratch) {
  const Projection& projection = step.projection;
  const size_t factors = projection.factor_count();
  scratch.order.assign(factors, {});
  for (size_t factor = 0; factor < factors; ++factor) {
    scratch.order[factor].factor = static_cast<int64_t>(factor);
    if (step.elementwise) {
      scratch.order[factor].axes_size =
          Product(scratch.axes_per_factor[factor]);
    }
  }
  for (size_t tensor = 0; tensor < projection.tensor_count(); ++tensor) {
    const std::span<const FactorSharding> cells = projection.factors(tensor);
    int64_t tensor_size = 1;
    for (size_t factor = 0; factor < factors; ++factor) {
      // Factors of unknown size don't count towards the tensor's size.
      if (!cells[factor].present || !projection.rule().HasSize(factor)) {
        continue;
      }
      tensor_size =
          SaturatingProduct(tensor_size, projection.rule().factor_size(factor));
    }
    for (size_t factor = 0; factor < factors; ++factor) {
      const ResolvedList axes = scratch.axes_per_factor[factor];
      FactorScratch::Source& source = scratch.order[factor];
      if (cells[factor].present && !axes.empty() &&
          tensor_size > source.tensor_size &&
          IsPrefixOrEqual(axes, cells[factor].axes)) {
        source.tensor_size = tensor_size;
        source.tensor = static_cast<int64_t>(tensor);
      }
    }
  }
}

void SortFactors(std::vector<FactorScratch::Source>& order) {
  // If two factors want the same axis, the first in this order gets it:
  // 1. the larger source comes first: it's better to reshard the small tensor;
  // 2. in an elementwise op, the factor that is sharded more comes first;
  // 3. the factor whose source is the earlier tensor comes first;
  // 4. the factor with the lower index comes first (so no two are equal).
  std::sort(order.begin(), order.end(),
            [](const FactorScratch::Source& a, const FactorScratch::Source& b) {
              return std::tie(b.tensor_size, b.axes_size, a.tensor, a.factor) <
                     std::tie(a.tensor_size, a.axes_size, b.tensor, b.factor);
            });
}

// Sets scratch.axes to the part of the factor's axes that the tensor can take.
// Returns false if that part contains nothing new.
bool AxesForTensor(const FactorStep& step, size_t tensor, size_t factor,
                   FactorScratch& scratch) {
  const Projection& projection = step.projection;
  const FactorSharding& cell = projection.at(tensor, factor);
  const ResolvedList wanted = scratch.axes_per_factor[factor];
  if (!cell.present || wanted.empty()) return false;
  std::vector<ResolvedAxis>& axes = scratch.axes;
  axes.assign(wanted.begin(), wanted.end());
  CutWitness witness = {step.trace, tensor, factor, {}};
  const bool whole = KeepsAxesWhole(step, factor);
  TruncateByConflicts(projection.mesh(), whole, axes, witness,
                      [&](int64_t sharded_size, ResolvedAxis& axis) {
                        return CutWithinFactor(projection, tensor, factor,
                                               sharded_size, axis,
                                               witness.why());
                      });
  if (!IsStrictPrefix(cell.axes, axes)) return false;
  // The current axes of the other factors count: factors earlier in the order
  // already have their new axes.
  TruncateByConflicts(projection.mesh(), whole, axes, witness,
                      [&](int64_t, ResolvedAxis& axis) {
                        return CutAcrossFactors(projection, tensor, factor,
                                                axis, witness.why());
                      });
  return !axes.empty();
}

// Shortens `axes` to the axes that each result now has along the factor, if
// these are fewer.
void CutToResults(const FactorStep& step, size_t operand, size_t factor,
                  std::vector<ResolvedAxis>& axes) {
  const Projection& projection = step.projection;
  for (size_t tensor = projection.operand_count();
       tensor < projection.tensor_count(); ++tensor) {
    const FactorSharding& cell = projection.at(tensor, factor);
    if (!cell.present || !IsStrictPrefix(cell.axes, axes)) continue;
    if (step.trace != nullptr) {
      // Find the first axis that is cut, in whole or in part.
      size_t i = 0;
      while (i < cell.axes.size() && cell.axes[i] == axes[i]) ++i;
      step.trace->cuts.push_back({operand,
                                  factor,
                                  axes[i],
                                  std::nullopt,
                                  {Refusal::kResultsRefuse, {}, 0}});
    }
    axes.assign(cell.axes.begin(), cell.axes.end());
  }
}

}  // namespace

void PropagateAggressive(const FactorStep& step, FactorScratch& scratch,
                         std::span<uint8_t> updated) {
  if (!CollectAxes(step, scratch)) return;
  FindSources(step, scratch);
  SortFactors(scratch.order);

  Projection& projection = step.projection;
  const auto propagate = [&](size_t tensor, bool is_operand) {
    for (const FactorScratch::Source& source : scratch.order) {
      const size_t factor = static_cast<size_t>(source.factor);
      if (!AxesForTensor(step, tensor, factor, scratch)) continue;
      if (is_operand && step.elementwise) {
        CutToResults(step, tensor, factor, scratch.axes);
      }
      if (projection.Expand(tensor, factor, scratch.axes)) updated[tensor] = 1;
    }
  };
  // Results come first: in an elementwise op, they limit the axes that operands
  // can take.
  const size_t operands = projection.operand_count();
  for (size_t t = operands; t < projection.tensor_count(); ++t) {
    propagate(t, /*is_operand=*/false);
  }
  for (size_t t = 0; t < operands; ++t) propagate(t, /*is_operand=*/true);
}

}  // namespace shardflow::internal
