#include <algorithm>
#include <optional>
#include <vector>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"

// Reductions, windows and sort.

namespace shardflow::internal {
namespace {

// The first half of the operands are reduced, each with one of the second half
// as its initial value.
bool ReduceRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims reduced = I64Array(c.m, c.op, "dimensions");
  const Dims shape = c.operand(0);
  const auto inputs = static_cast<size_t>(c.operand_count()) / 2;
  std::vector<int64_t> operand_dims(static_cast<size_t>(c.operand_count()),
                                    kNullDim);
  std::vector<int64_t> result_dims(inputs);
  int64_t result_dim = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    std::fill_n(operand_dims.begin(), inputs, dim);
    const bool is_reduced =
        std::find(reduced.begin(), reduced.end(), dim) != reduced.end();
    std::fill(result_dims.begin(), result_dims.end(),
              is_reduced ? kNullDim : result_dim);
    rule.AddFactor(
        operand_dims, result_dims, shape[d],
        is_reduced ? FactorType::kReduction : FactorType::kPassThrough);
    if (!is_reduced) ++result_dim;
  }
  return true;
}

// The windows of an op.
struct Windows {
  Dims sizes, strides;
  std::optional<std::vector<int64_t>> padding;

  explicit Windows(const RuleContext& c)
      : sizes(I64Array(c.m, c.op, "window_dimensions")),
        strides(I64Array(c.m, c.op, "window_strides")),
        padding(DenseI64(c.m, c.op, "padding")) {}

  // Whether windows have one element along this dimension and move by one,
  // without padding.
  bool IsTrivial(int64_t dim) const {
    if (padding && (DimSize(*padding, 2 * dim) != 0 ||
                    DimSize(*padding, 2 * dim + 1) != 0)) {
      return false;
    }
    return DimSize(sizes, dim) == 1 && DimSize(strides, dim) == 1;
  }
};

// A factor has the size of the result's dimension: the number of windows.
bool ReduceWindowRule(const RuleContext& c, RuleBuilder& rule) {
  const Windows windows(c);
  const FactorTraits moved(FactorType::kPermutation, c.options.conservative);
  rule.AddPointwise(c.result(0), [&](int64_t dim) {
    return windows.IsTrivial(dim) ? FactorTraits() : moved;
  });
  return true;
}

// The operands are (operand, source, initial value). Along dimensions with
// nontrivial windows, the source must be replicated, and elements move from the
// operand to the result.
bool SelectAndScatterRule(const RuleContext& c, RuleBuilder& rule) {
  const Windows windows(c);
  const bool blocked = c.options.conservative;
  const Dims shape = c.result(0);
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (windows.IsTrivial(dim)) {
      rule.AddToAll(dim, shape[d]);
      continue;
    }
    rule.AddFactor({kNullDim, dim, kNullDim}, {kNullDim},
                   DimSize(c.operand(1), dim),
                   {FactorType::kNeedReplication, blocked});
    rule.AddFactor({dim, kNullDim, kNullDim}, {dim}, shape[d],
                   {FactorType::kPermutation, blocked});
  }
  return true;
}

// Shardings propagate along the sorted dimension only if they can be moved to
// another dimension, whose size must be known not to be 1.
bool SortRule(const RuleContext& c, RuleBuilder& rule) {
  const int64_t sorted = Int(c.m, c.op, "dimension").value_or(-1);
  const Dims shape = c.operand(0);
  bool blocked = true;
  for (size_t d = 0; d < shape.size(); ++d) {
    if (static_cast<int64_t>(d) != sorted && shape[d] != 1 &&
        shape[d] != kDynamicDim) {
      blocked = false;
    }
  }
  rule.AddPointwise(shape, [&](int64_t dim) {
    return dim == sorted ? FactorTraits(FactorType::kNeedReplication, blocked)
                         : FactorTraits();
  });
  return true;
}

}  // namespace

constinit const OpDef kReduceDef{
    .traits = kRecursiveEffects | kRuleForAnySize,
    .inherent = kStrings<"dimensions">,
    .rule = ReduceRule,
};

constinit const OpDef kSelectAndScatterDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"padding", "window_dimensions", "window_strides">,
    .rule = SelectAndScatterRule,
};

constinit const OpDef kSortDef{
    .traits = kRecursiveEffects | kRuleForAnySize,
    .inherent = kStrings<"dimension", "is_stable">,
    .rule = SortRule,
};

constinit const OpDef kReduceWindowDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"base_dilations", "padding", "window_dilations",
                         "window_dimensions", "window_strides">,
    .rule = ReduceWindowRule,
};

}  // namespace shardflow::internal
