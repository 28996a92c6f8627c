#ifndef SHARDFLOW_SHARDING_RULE_H_
#define SHARDFLOW_SHARDING_RULE_H_

#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "base/id.h"
#include "base/intern.h"

// An op's sharding rule says which dimensions of its operands and results are
// sharded together. For example:
//
//   ([i, k],[k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}
//
// A rule maps each dimension of each tensor to *factors*, major to minor;
// "[ij]" is a dimension that consists of two factors. Tensors are numbered,
// operands first, then results. Each factor has one type, pass-through by
// default.
//
// Invariants (checked by VerifyRule in ops/verify.h for rules that come
// from text): factor indices are within [0, factor_count); a factor appears at
// most once in a tensor.

namespace shardflow::internal {

struct RuleTag {};
using RuleId = Id<RuleTag>;

enum class FactorType : int32_t {
  kPassThrough = 0,
  kReduction,        // only in operands: sharding it needs an all-reduce
  kNeedReplication,  // must be replicated for the op to run
  kPermutation,      // sharding it needs a collective-permute
};

// The size of a factor whose dimensions have an unknown size (kUnknownDim).
// Such a factor is always alone in its dimensions, so their axes are never
// split to divide them among factors.
constexpr int64_t kUnknownSize = INT64_MIN;

class Rule {
 public:
  Rule() = default;

  size_t factor_count() const { return sizes_.size(); }
  size_t operand_count() const { return operands_; }
  size_t tensor_count() const { return tensors_.size(); }
  size_t result_count() const { return tensors_.size() - operands_; }

  std::span<const int64_t> factor_sizes() const { return sizes_; }
  int64_t factor_size(size_t factor) const { return sizes_[factor]; }
  bool HasSize(size_t factor) const { return sizes_[factor] != kUnknownSize; }
  FactorType factor_type(size_t factor) const { return types_[factor]; }
  // Whether the rule has a factor of this type.
  bool Has(FactorType type) const {
    for (size_t f = 0; f < factor_count(); ++f) {
      if (factor_type(f) == type) return true;
    }
    return false;
  }
  // Whether nothing is propagated along the factor. Factors of any type can be
  // blocked.
  bool IsBlocked(size_t factor) const { return blocked_[factor] != 0; }
  // Whether the user wrote the rule; if so, it is kept in the output.
  bool is_custom() const { return custom_; }

  size_t rank(size_t tensor) const { return tensors_[tensor].rank; }
  // Returns the factors of dimension `dim`, major to minor. The verifier
  // rejects rules with a dimension that has no factors.
  std::span<const int32_t> factors(size_t tensor, size_t dim) const {
    const Dim& d = dims_[tensors_[tensor].first_dim + dim];
    return {factors_.data() + d.first, d.count};
  }
  bool ContainsFactor(size_t tensor, int32_t factor) const {
    return DimOf(tensor, static_cast<size_t>(factor)) >= 0;
  }
  // Returns the dimension that has the factor, or -1.
  int32_t DimOf(size_t tensor, size_t factor) const;

  friend bool operator==(const Rule&, const Rule&) = default;

  // --- building: first all factors, then operands, then results
  int32_t AddFactor(int64_t size, FactorType type = FactorType::kPassThrough,
                    bool blocked = false);
  void SetUnknownSize(size_t factor) { sizes_[factor] = kUnknownSize; }
  void SetFactorType(size_t factor, FactorType type) { types_[factor] = type; }
  void SetBlocked(size_t factor) { blocked_[factor] = 1; }
  void AddOperand() {
    tensors_.push_back(NewTensor());
    ++operands_;
  }
  void AddResult() { tensors_.push_back(NewTensor()); }
  // Appends a dimension to the tensor added last.
  void AddDim(std::span<const int32_t> factors);
  void SetCustom(bool custom) { custom_ = custom; }

 private:
  friend class RuleStore;
  struct Dim {
    uint32_t first = 0, count = 0;
    friend bool operator==(const Dim&, const Dim&) = default;
  };
  struct Tensor {
    uint32_t first_dim = 0, rank = 0;
    friend bool operator==(const Tensor&, const Tensor&) = default;
  };
  Tensor NewTensor() const { return {static_cast<uint32_t>(dims_.size()), 0}; }

  std::vector<int64_t> sizes_;
  std::vector<FactorType> types_;
  std::vector<uint8_t> blocked_;
  std::vector<Tensor> tensors_;
  std::vector<Dim> dims_;
  std::vector<int32_t> factors_;
  uint32_t operands_ = 0;
  bool custom_ = false;
};

// Interned rules: equal rules have equal ids.
class RuleStore {
 public:
  RuleId Intern(const Rule& rule);
  const Rule& Get(RuleId id) const { return rules_[id.Slot()]; }
  size_t size() const { return rules_.size(); }

 private:
  // A deque, so that references stay valid when rules are added.
  std::deque<Rule> rules_;
  ArrayStore<RuleId, int64_t> words_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_RULE_H_
