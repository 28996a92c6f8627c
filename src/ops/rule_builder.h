#ifndef SHARDFLOW_OPS_RULE_BUILDER_H_
#define SHARDFLOW_OPS_RULE_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "ir/module.h"
#include "sharding/compat.h"
#include "sharding/rule.h"

// Builds an op's sharding rule, factor by factor:
//
//   // %2 = stablehlo.dot %0, %1 : (tensor<8x4xf32>, tensor<4x16xf32>) -> ...
//   rule.AddFactor({0, kNullDim}, {0}, 8);
//   rule.AddFactor({kNullDim, 1}, {1}, 16);
//   rule.AddFactor({1, 0}, {kNullDim}, 4, FactorType::kReduction);
//   // ([i, k], [k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}
//
// A factor is mapped to one dimension of each operand and result, or to none
// (kNullDim). A dimension gets its factors in the order in which they are
// added, major to minor. A dimension for which none is added gets its own
// factor of size 1, numbered after all others.
//
// Adding a factor never aborts, even if the program wasn't verified. If a
// tensor lacks the dimension of a factor, ok() becomes false, and no rule is
// built.

namespace shardflow::internal {

constexpr int64_t kNullDim = -1;

class RuleMemo;

struct RuleOptions {
  // The conservative-propagation option: nothing propagates along a dimension
  // that the op resizes or reads in windows.
  bool conservative = false;
  Compat compat = Compat::kShardy202608;
  // Whether to also use rules for ops that have none in Shardy (all of chlo).
  bool extra = false;
  // Whether devices can exchange elements for any concatenate, not only for one
  // whose operands are slices (lower/permutation.h), and write the rows of a
  // scatter that are in their shards, however its windows are described.
  bool exchanges = false;
  // Whether equal ops share a rule. (A test checks that this changes nothing.)
  bool memo = true;
  // The rules that other lookups have found in the same module, or null (see
  // ops/rule_lookup.h).
  RuleMemo* found = nullptr;

  friend bool operator==(const RuleOptions&, const RuleOptions&) = default;
};

// The op for which a rule function makes a rule.
struct RuleContext {
  const Module& m;
  OpId op;
  RuleOptions options;

  // Return a shape: empty if there is no such value, or if it isn't a tensor.
  std::span<const int64_t> operand(int i) const;
  std::span<const int64_t> result(int i) const;
  int operand_count() const { return m.operand_count(op); }
  int result_count() const { return m.result_count(op); }
};

// Returns `shape[dim]`, or 1 if there is no such dimension.
int64_t DimSize(std::span<const int64_t> shape, int64_t dim);

struct FactorTraits {
  FactorType type = FactorType::kPassThrough;
  bool blocked = false;

  FactorTraits() = default;
  // Not explicit, because most factors are given by their type alone.
  FactorTraits(FactorType t, bool b = false) : type(t), blocked(b) {}
};

class RuleBuilder {
 public:
  RuleBuilder(std::span<const int64_t> operand_ranks,
              std::span<const int64_t> result_ranks);
  RuleBuilder(const Module& m, OpId op);

  // Adds a factor, given its dimension in each operand and each result. A
  // factor of size 1 isn't mapped to a dimension that already has a factor.
  void AddFactor(std::span<const int64_t> operand_dims,
                 std::span<const int64_t> result_dims, int64_t size,
                 FactorTraits traits = {});
  void AddFactor(std::initializer_list<int64_t> operand_dims,
                 std::initializer_list<int64_t> result_dims, int64_t size,
                 FactorTraits traits = {}) {
    AddFactor(std::span(operand_dims.begin(), operand_dims.size()),
              std::span(result_dims.begin(), result_dims.size()), size, traits);
  }

  // Add a factor for the same dimension of all operands, of all results, or of
  // both. Tensors of rank 0 are left out.
  void AddToOperands(int64_t dim, int64_t size, FactorTraits traits = {});
  void AddToResults(int64_t dim, int64_t size, FactorTraits traits = {});
  void AddToAll(int64_t dim, int64_t size, FactorTraits traits = {});
  // Like AddToAll, but leaves out every tensor that has no such dimension.
  void AddWhereRanksAllow(int64_t dim, int64_t size);
  // Calls AddToAll for each dimension of `shape`. With `fn`, the factor has the
  // FactorTraits that `fn(dim)` returns.
  void AddPointwise(std::span<const int64_t> shape);
  template <class Fn>
  void AddPointwise(std::span<const int64_t> shape, Fn fn) {
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      AddToAll(static_cast<int64_t>(dim), shape[dim],
               fn(static_cast<int64_t>(dim)));
    }
  }
  // Calls AddToAll for each dimension of `in`. If `out` has another size there,
  // the factor has the traits `mismatch`.
  void AddPointwise(std::span<const int64_t> in, std::span<const int64_t> out,
                    FactorTraits mismatch);

  // Returns false if a factor didn't fit the op's tensors.
  bool ok() const { return ok_; }
  void Fail() { ok_ = false; }
  bool AllDimsHaveFactors() const;
  // Returns the rule; ok() must be true.
  Rule Build() const;

 private:
  using Dim = std::vector<int32_t>;  // the factors of a dimension
  using Tensor = std::vector<Dim>;
  struct Factor {
    int64_t size;
    FactorTraits traits;
  };

  int32_t NewFactor(int64_t size, FactorTraits traits);
  void Map(Tensor& tensor, int64_t dim, int32_t factor);
  void MapAll(std::span<Tensor> tensors, int64_t dim, int32_t factor);
  std::span<Tensor> operands() { return {tensors_.data(), operand_count_}; }
  std::span<Tensor> results() {
    return std::span(tensors_).subspan(operand_count_);
  }

  std::vector<Factor> factors_;
  std::vector<Tensor> tensors_;  // operands, then results
  size_t operand_count_;
  bool ok_ = true;
};

// --- rule functions that ops of several families share

// The dimensions of all tensors correspond one to one, starting with the first.
// A tensor of lower rank (a scalar predicate, the limits of a clamp) lacks the
// last ones. Factors get the sizes of the first result.
bool PointwiseRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_RULE_BUILDER_H_
