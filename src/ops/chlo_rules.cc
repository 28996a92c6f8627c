#include "ops/chlo_rules.h"

#include <algorithm>
#include <vector>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/properties.h"

namespace shardflow::internal {
namespace {

// The dimension numbers of a ragged_dot.
struct RaggedDot {
  StructReader numbers;
  Dims lhs, rhs, group_sizes;  // shapes
  Dims lhs_batch, rhs_batch, lhs_contract, rhs_contract;
  int64_t ragged;  // a dimension of lhs

  explicit RaggedDot(const RuleContext& c)
      : numbers(c.m, c.op, "ragged_dot_dimension_numbers",
                StructId::kRaggedDot),
        lhs(c.operand(0)),
        rhs(c.operand(1)),
        group_sizes(c.operand(2)),
        lhs_batch(numbers.Dims("lhs_batching_dimensions")),
        rhs_batch(numbers.Dims("rhs_batching_dimensions")),
        lhs_contract(numbers.Dims("lhs_contracting_dimensions")),
        rhs_contract(numbers.Dims("rhs_contracting_dimensions")),
        ragged(DimSize(numbers.Dims("lhs_ragged_dimensions"), 0)) {}

  bool ok() const {
    return numbers.ok() && lhs_batch.size() == rhs_batch.size() &&
           lhs_contract.size() == rhs_contract.size();
  }
  bool IsRhsGroup(int64_t dim) const {
    return Contains(numbers.Dims("rhs_group_dimensions"), dim);
  }
  // Returns the type of the factor for a dimension of lhs. The ragged dimension
  // must be replicated, because its groups can end anywhere.
  FactorType TypeOf(int64_t lhs_dim, FactorType otherwise) const {
    return lhs_dim == ragged ? FactorType::kNeedReplication : otherwise;
  }
};

}  // namespace

bool ChloBroadcastRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims out = c.result(0);
  // The dimension of the result that corresponds to each dimension of the
  // operand of lower rank.
  const Dims map = I64Array(c.m, c.op, "broadcast_dimensions");
  const auto operands = static_cast<size_t>(c.operand_count());
  for (size_t d = 0; d < out.size(); ++d) {
    std::vector<int64_t> dims(operands, kNullDim);
    for (size_t i = 0; i < operands; ++i) {
      const Dims in = c.operand(static_cast<int>(i));
      if (in.size() > out.size()) return false;
      int64_t dim = static_cast<int64_t>(d + in.size()) -
                    static_cast<int64_t>(out.size());
      if (!map.empty() && map.size() == in.size()) {
        const auto at =
            std::find(map.begin(), map.end(), static_cast<int64_t>(d));
        dim = at == map.end() ? kNullDim : at - map.begin();
      }
      // A dimension that is expanded from size 1 isn't part of the factor.
      if (dim >= 0 && DimSize(in, dim) == out[d]) dims[i] = dim;
    }
    const int64_t result_dim[] = {static_cast<int64_t>(d)};
    rule.AddFactor(dims, result_dim, out[d]);
  }
  return true;
}

// The last dimension is searched, so it must be replicated, even if all of its
// elements are kept.
bool ChloTopKRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims shape = c.operand(0);
  if (c.operand_count() != 1 || shape.empty()) return false;
  rule.AddPointwise(shape.first(shape.size() - 1));
  rule.AddToAll(static_cast<int64_t>(shape.size()) - 1, shape.back(),
                {FactorType::kNeedReplication, /*b=*/true});
  return true;
}

// The result has the dimensions of a dot_general's result. If the ragged
// dimension is contracted, a dimension for the groups comes first.
bool ChloRaggedDotRule(const RuleContext& c, RuleBuilder& rule) {
  const RaggedDot dot(c);
  if (!dot.ok() || c.operand_count() != 3) return false;
  const bool groups_in_result = Contains(dot.lhs_contract, dot.ragged);
  int64_t out = groups_in_result ? 1 : 0;
  const bool sizes_have_batches =
      dot.group_sizes.size() > dot.lhs_batch.size() &&
      !Contains(dot.lhs_batch, dot.ragged);
  for (size_t i = 0; i < dot.lhs_batch.size(); ++i) {
    const int64_t lhs_dim = dot.lhs_batch[i];
    rule.AddFactor({lhs_dim, dot.rhs_batch[i],
                    sizes_have_batches ? static_cast<int64_t>(i) : kNullDim},
                   {out++}, DimSize(dot.lhs, lhs_dim),
                   dot.TypeOf(lhs_dim, FactorType::kPassThrough));
  }
  for (size_t d = 0; d < dot.lhs.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (Contains(dot.lhs_batch, dim) || Contains(dot.lhs_contract, dim)) {
      continue;
    }
    rule.AddFactor({dim, kNullDim, kNullDim}, {out++}, dot.lhs[d],
                   dot.TypeOf(dim, FactorType::kPassThrough));
  }
  for (size_t d = 0; d < dot.rhs.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (Contains(dot.rhs_batch, dim) || Contains(dot.rhs_contract, dim) ||
        dot.IsRhsGroup(dim)) {
      continue;
    }
    rule.AddFactor({kNullDim, dim, kNullDim}, {out++}, dot.rhs[d]);
  }
  for (size_t i = 0; i < dot.lhs_contract.size(); ++i) {
    const int64_t lhs_dim = dot.lhs_contract[i];
    rule.AddFactor({lhs_dim, dot.rhs_contract[i], kNullDim}, {kNullDim},
                   DimSize(dot.lhs, lhs_dim),
                   dot.TypeOf(lhs_dim, FactorType::kReduction));
  }
  for (size_t d = 0; d < dot.rhs.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (!dot.IsRhsGroup(dim)) continue;
    rule.AddFactor({kNullDim, dim, kNullDim}, {kNullDim}, dot.rhs[d],
                   FactorType::kNeedReplication);
  }
  if (groups_in_result) {
    rule.AddFactor({kNullDim, kNullDim, kNullDim}, {0}, DimSize(c.result(0), 0),
                   FactorType::kNeedReplication);
  }
  return true;
}

namespace {

bool BodyIsElementwise(const RuleContext& c) {
  if (c.m.region_count(c.op) != 1) return false;
  const BlockId body = c.m.first_block(c.m.region(c.op, 0));
  if (body.IsNone()) return false;
  for (const OpId op : c.m.Ops(body)) {
    if (!IsElementwise(c.m, op) && !HasTrait(c.m, op, kTerminator)) {
      return false;
    }
  }
  return true;
}

}  // namespace

// The operands are the inputs, followed by the initial carries. The results are
// the outputs, followed by the carries. Carries lack the dimension that is
// scanned.
bool ChloScanRule(const RuleContext& c, RuleBuilder& rule) {
  const int64_t scanned = Int(c.m, c.op, "dimension").value_or(-1);
  const Dims shape = c.operand(0);
  if (scanned < 0 || shape.empty() || !BodyIsElementwise(c)) return false;
  const auto dims_of = [&](bool results, int64_t dim,
                           std::vector<int64_t>& dims) {
    const int count = results ? c.result_count() : c.operand_count();
    for (int i = 0; i < count; ++i) {
      const Dims tensor = results ? c.result(i) : c.operand(i);
      const bool is_carry = tensor.size() + 1 == shape.size();
      if (!is_carry && tensor.size() != shape.size()) return false;
      if (!is_carry) {
        dims.push_back(dim);
      } else if (dim == scanned) {
        dims.push_back(kNullDim);
      } else {
        dims.push_back(dim < scanned ? dim : dim - 1);
      }
    }
    return true;
  };
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    std::vector<int64_t> operand_dims, result_dims;
    if (!dims_of(false, dim, operand_dims) ||
        !dims_of(true, dim, result_dims)) {
      return false;
    }
    rule.AddFactor(operand_dims, result_dims, shape[d],
                   dim == scanned ? FactorType::kNeedReplication
                                  : FactorType::kPassThrough);
  }
  return true;
}

}  // namespace shardflow::internal
