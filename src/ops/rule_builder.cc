#include "ops/rule_builder.h"

#include "ops/properties.h"

namespace shardflow::internal {
namespace {

int64_t Rank(const Module& m, ValueId value) {
  return static_cast<int64_t>(Shape(m, value).size());
}

std::vector<int64_t> OperandRanks(const Module& m, OpId op) {
  std::vector<int64_t> ranks;
  for (int i = 0; i < m.operand_count(op); ++i) {
    ranks.push_back(Rank(m, m.operand(op, i)));
  }
  return ranks;
}

std::vector<int64_t> ResultRanks(const Module& m, OpId op) {
  std::vector<int64_t> ranks;
  for (int i = 0; i < m.result_count(op); ++i) {
    ranks.push_back(Rank(m, m.result(op, i)));
  }
  return ranks;
}

}  // namespace

std::span<const int64_t> RuleContext::operand(int i) const {
  if (i >= operand_count()) return {};
  return Shape(m, m.operand(op, i));
}

std::span<const int64_t> RuleContext::result(int i) const {
  if (i >= result_count()) return {};
  return Shape(m, m.result(op, i));
}

int64_t DimSize(std::span<const int64_t> shape, int64_t dim) {
  const auto i = static_cast<size_t>(dim);
  return dim >= 0 && i < shape.size() ? shape[i] : 1;
}

RuleBuilder::RuleBuilder(std::span<const int64_t> operand_ranks,
                         std::span<const int64_t> result_ranks)
    : operand_count_(operand_ranks.size()) {
  tensors_.reserve(operand_ranks.size() + result_ranks.size());
  for (const std::span<const int64_t> ranks : {operand_ranks, result_ranks}) {
    for (const int64_t rank : ranks) {
      tensors_.emplace_back(static_cast<size_t>(rank));
    }
  }
}

RuleBuilder::RuleBuilder(const Module& m, OpId op)
    : RuleBuilder(OperandRanks(m, op), ResultRanks(m, op)) {}

int32_t RuleBuilder::NewFactor(int64_t size, FactorTraits traits) {
  factors_.push_back({size, traits});
  return static_cast<int32_t>(factors_.size()) - 1;
}

void RuleBuilder::Map(Tensor& tensor, int64_t dim, int32_t factor) {
  if (dim < 0 || static_cast<size_t>(dim) >= tensor.size()) {
    Fail();
  } else {
    tensor[static_cast<size_t>(dim)].push_back(factor);
  }
}

void RuleBuilder::MapAll(std::span<Tensor> tensors, int64_t dim,
                         int32_t factor) {
  for (Tensor& tensor : tensors) {
    if (!tensor.empty()) Map(tensor, dim, factor);
  }
}

void RuleBuilder::AddFactor(std::span<const int64_t> operand_dims,
                            std::span<const int64_t> result_dims, int64_t size,
                            FactorTraits traits) {
  const int32_t factor = NewFactor(size, traits);
  if (operand_dims.size() != operand_count_ ||
      operand_dims.size() + result_dims.size() != tensors_.size()) {
    Fail();
    return;
  }
  for (size_t t = 0; t < tensors_.size(); ++t) {
    const int64_t dim =
        t < operand_count_ ? operand_dims[t] : result_dims[t - operand_count_];
    if (dim == kNullDim) continue;
    Tensor& tensor = tensors_[t];
    const auto d = static_cast<size_t>(dim);
    if (size == 1 && d < tensor.size() && !tensor[d].empty()) continue;
    Map(tensor, dim, factor);
  }
}

void RuleBuilder::AddToOperands(int64_t dim, int64_t size,
                                FactorTraits traits) {
  MapAll(operands(), dim, NewFactor(size, traits));
}

void RuleBuilder::AddToResults(int64_t dim, int64_t size, FactorTraits traits) {
  MapAll(results(), dim, NewFactor(size, traits));
}

void RuleBuilder::AddToAll(int64_t dim, int64_t size, FactorTraits traits) {
  MapAll(tensors_, dim, NewFactor(size, traits));
}

void RuleBuilder::AddWhereRanksAllow(int64_t dim, int64_t size) {
  const int32_t factor = NewFactor(size, {});
  for (Tensor& tensor : tensors_) {
    if (static_cast<size_t>(dim) < tensor.size()) Map(tensor, dim, factor);
  }
}

bool RuleBuilder::AllDimsHaveFactors() const {
  for (const Tensor& tensor : tensors_) {
    for (const Dim& dim : tensor) {
      if (dim.empty()) return false;
    }
  }
  return true;
}

void RuleBuilder::AddPointwise(std::span<const int64_t> shape) {
  AddPointwise(shape, [](int64_t) { return FactorTraits(); });
}

void RuleBuilder::AddPointwise(std::span<const int64_t> in,
                               std::span<const int64_t> out,
                               FactorTraits mismatch) {
  if (in.size() != out.size()) return Fail();
  AddPointwise(in, [&](int64_t dim) {
    const auto d = static_cast<size_t>(dim);
    return in[d] == out[d] ? FactorTraits() : mismatch;
  });
}

Rule RuleBuilder::Build() const {
  Rule rule;
  for (const Factor& f : factors_) {
    rule.AddFactor(f.size, f.traits.type, f.traits.blocked);
  }
  for (size_t t = 0; t < tensors_.size(); ++t) {
    if (t < operand_count_) {
      rule.AddOperand();
    } else {
      rule.AddResult();
    }
    for (const Dim& dim : tensors_[t]) {
      if (dim.empty()) {
        const int32_t unit[] = {rule.AddFactor(1)};
        rule.AddDim(unit);
      } else {
        rule.AddDim(dim);
      }
    }
  }
  return rule;
}

bool PointwiseRule(const RuleContext& c, RuleBuilder& rule) {
  if (c.result_count() == 0 ||
      !c.m.types.IsTensor(c.m.type(c.m.result(c.op, 0)))) {
    return false;
  }
  const std::span<const int64_t> shape = c.result(0);
  for (size_t d = 0; d < shape.size(); ++d)
    rule.AddWhereRanksAllow(static_cast<int64_t>(d), shape[d]);
  return rule.AllDimsHaveFactors();
}

}  // namespace shardflow::internal
