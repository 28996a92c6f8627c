#include <algorithm>
#include <string_view>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"

// Contractions and linear algebra.

namespace shardflow::internal {
namespace {

// The result has the batch dimensions, followed by the free (not contracted)
// dimensions of each operand.
bool DotGeneralRule(const RuleContext& c, RuleBuilder& rule) {
  const StructReader dims(c.m, c.op, "dot_dimension_numbers", StructId::kDot);
  const Dims lhs_batch = dims.Dims("lhs_batching_dimensions");
  const Dims rhs_batch = dims.Dims("rhs_batching_dimensions");
  const Dims lhs_contract = dims.Dims("lhs_contracting_dimensions");
  const Dims rhs_contract = dims.Dims("rhs_contracting_dimensions");
  if (!dims.ok() || lhs_batch.size() != rhs_batch.size() ||
      lhs_contract.size() != rhs_contract.size()) {
    return false;
  }
  const Dims lhs = c.operand(0);
  const Dims rhs = c.operand(1);
  int64_t result_dim = 0;
  for (size_t i = 0; i < lhs_batch.size(); ++i) {
    rule.AddFactor({lhs_batch[i], rhs_batch[i]}, {result_dim++},
                   DimSize(lhs, lhs_batch[i]));
  }
  for (size_t d = 0; d < lhs.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (Contains(lhs_contract, dim) || Contains(lhs_batch, dim)) continue;
    rule.AddFactor({dim, kNullDim}, {result_dim++}, lhs[d]);
  }
  for (size_t d = 0; d < rhs.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (Contains(rhs_contract, dim) || Contains(rhs_batch, dim)) continue;
    rule.AddFactor({kNullDim, dim}, {result_dim++}, rhs[d]);
  }
  for (size_t i = 0; i < lhs_contract.size(); ++i) {
    rule.AddFactor({lhs_contract[i], rhs_contract[i]}, {kNullDim},
                   DimSize(lhs, lhs_contract[i]), FactorType::kReduction);
  }
  return true;
}

// The rule of `dot`, whose operands are vectors or matrices. It contracts the
// last dimension of the left operand with the first of the right operand.
bool DotRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims lhs = c.operand(0);
  const Dims rhs = c.operand(1);
  const bool lhs_matrix = lhs.size() == 2;
  const bool rhs_matrix = rhs.size() == 2;
  if (lhs_matrix) rule.AddFactor({0, kNullDim}, {0}, lhs[0]);
  if (rhs_matrix) {
    rule.AddFactor({kNullDim, 1}, {lhs_matrix ? 1 : 0}, rhs[1]);
  }
  rule.AddFactor({lhs_matrix ? 1 : 0, 0}, {kNullDim}, DimSize(rhs, 0),
                 FactorType::kReduction);
  return true;
}

// The last two dimensions are decomposed. The others are batch dimensions.
bool CholeskyRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims shape = c.operand(0);
  const int64_t batch_rank = static_cast<int64_t>(shape.size()) - 2;
  rule.AddPointwise(shape, [&](int64_t dim) {
    return dim < batch_rank ? FactorType::kPassThrough
                            : FactorType::kNeedReplication;
  });
  return true;
}

// The last dimensions are transformed. A transform between real and complex
// values changes the size of the very last one, so nothing propagates along it.
bool FftRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims in = c.operand(0);
  const Dims out = c.result(0);
  const size_t transformed = I64Array(c.m, c.op, "fft_length").size();
  for (size_t d = 0; d < in.size(); ++d) {
    FactorTraits traits;
    if (d + transformed >= in.size()) {
      traits.type = FactorType::kNeedReplication;
      traits.blocked =
          d + 1 == in.size() && !out.empty() && in.back() != out.back();
    }
    rule.AddToAll(static_cast<int64_t>(d), in[d], traits);
  }
  return true;
}

bool IsTransposed(const RuleContext& c) {
  const EnumRow& cases = Enum(EnumId::kTranspose);
  const std::optional<int64_t> value =
      EnumValue(c.m, c.op, "transpose_a", EnumId::kTranspose);
  for (const EnumCaseRow& row : cases.cases) {
    if (row.value == value) {
      return row.name == "TRANSPOSE" || row.name == "ADJOINT";
    }
  }
  return false;
}

// Solves op(a) @ result = b if `left_side`, otherwise result @ op(a) = b, where
// op(a) is `a` or its transpose. All dimensions except for the batch ones must
// be replicated.
bool TriangularSolveRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims a = c.operand(0);
  const Dims b = c.operand(1);
  if (a.size() < 2 || b.size() != a.size()) return false;
  rule.AddPointwise(a.first(a.size() - 2));
  const auto rows = static_cast<int64_t>(a.size()) - 2;
  const int64_t columns = rows + 1;
  const bool left = Bool(c.m, c.op, "left_side", /*missing=*/false);
  // The dimension that `a` shares with `b`, and the dimension that is summed
  // over.
  const bool rows_shared = left != IsTransposed(c);
  const int64_t shared = rows_shared ? rows : columns;
  const int64_t summed = rows_shared ? columns : rows;
  const auto add_shared = [&](int64_t b_dim) {
    rule.AddFactor({shared, b_dim}, {kNullDim}, DimSize(a, shared),
                   FactorType::kNeedReplication);
  };
  const auto add_free = [&](int64_t b_dim) {
    rule.AddFactor({kNullDim, b_dim}, {b_dim}, DimSize(b, b_dim),
                   FactorType::kNeedReplication);
  };
  if (left) {
    add_shared(rows);
    add_free(columns);
  } else {
    add_free(rows);
    add_shared(columns);
  }
  rule.AddFactor({summed, kNullDim}, {left ? rows : columns},
                 DimSize(a, summed), FactorType::kNeedReplication);
  return true;
}

}  // namespace

constinit const OpDef kCholeskyDef{
    .traits = kPure | kRuleForAnySize,
    .inherent = kStrings<"lower">,
    .rule = CholeskyRule,
};

constinit const OpDef kDotDef{
    .traits = kPure | kRuleForAnySize,
    .inherent = kStrings<"precision_config">,
    .rule = DotRule,
};

constinit const OpDef kDotGeneralDef{
    .traits = kPure | kRuleForAnySize,
    .inherent =
        kStrings<"algorithm", "dot_dimension_numbers", "precision_config">,
    .rule = DotGeneralRule,
};

constinit const OpDef kEinsumDef{
    .traits = kPure,
    .inherent = kStrings<"einsum_config">,
};

constinit const OpDef kUnaryEinsumDef{
    .traits = kPure,
    .inherent = kStrings<"einsum_config">,
};

constinit const OpDef kFftDef{
    .traits = kPure,
    .inherent = kStrings<"fft_length", "fft_type">,
    .rule = FftRule,
};

constinit const OpDef kTriangularSolveDef{
    .traits = kPure,
    .inherent = kStrings<"left_side", "lower", "transpose_a", "unit_diagonal">,
    .rule = TriangularSolveRule,
};

}  // namespace shardflow::internal
