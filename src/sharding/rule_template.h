#ifndef SHARDFLOW_SHARDING_RULE_TEMPLATE_H_
#define SHARDFLOW_SHARDING_RULE_TEMPLATE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "sharding/rule.h"

// A sharding rule that a user writes for all ops of one name. Unlike a Rule it
// has no sizes: they come from the tensors of each op. For example, this is a
// template for a matrix product:
//
//   ([..., i, k], [..., k, j])->([..., i, j]) reduction={k}
//
// For an op on tensor<7x8x4xf32>, tensor<7x4x16xf32> -> tensor<7x8x16xf32>, it
// becomes this rule:
//
//   ([i, j, k], [i, k, l])->([i, j, l]) {i=7, j=8, k=4, l=16} reduction={k}
//
// docs/rules.md describes the syntax. A template *fits* an op that has the
// right number of tensors, with the right ranks. The sizes must also agree, but
// that is checked later, by Instantiate. A dimension of unknown size
// (kUnknownSize) needs a factor of its own, which then has no size.

namespace shardflow::internal {

struct RuleTemplate {
  struct Factor {
    std::string name;  // "i", "j_2"; "..." stands for any number of factors
    FactorType type = FactorType::kPassThrough;
    bool blocked = false;
    // Whether the dimensions with this factor may differ in size. The factor
    // then has the size of the first such dimension.
    bool resized = false;
    std::optional<int64_t> size;  // if the template states it

    bool is_ellipsis() const { return name == "..."; }
  };
  // The indices of the dimension's factors, major to minor. Empty for `*`,
  // which stands for a dimension that corresponds to no other.
  using Dim = std::vector<int32_t>;
  struct Tensor {
    std::vector<Dim> dims;
    // Whether the tensor is written with a `*` after it, as in `[i, j]*`, and
    // so stands for any number of tensors.
    bool repeated = false;
  };

  // A sum of products of numbers and factors' sizes, such as 4*b*q*k*d +
  // 5*b*q*k. "..." stands for the product of the sizes of all its factors.
  struct Formula {
    struct Term {
      double number = 1;
      std::vector<int32_t> factors;
    };
    std::vector<Term> terms;
  };

  std::vector<Factor> factors;  // in the order in which the template names them
  std::vector<Tensor> operands;
  std::vector<Tensor> results;
  // The costs of the op; nullopt where the template doesn't state them.
  std::optional<Formula> flops, bytes, temporaries;

  bool has_cost() const { return flops || bytes || temporaries; }
};

// The costs of an op; nullopt where its rule doesn't state them.
struct RuleCost {
  std::optional<int64_t> flops;
  std::optional<int64_t> bytes;        // bytes of memory read or written
  std::optional<int64_t> temporaries;  // bytes in use only while the op runs
};

// Reads a template that begins at `text[offset]` and moves `offset` to its end.
// Comments begin with `#` or `//`.
[[nodiscard]] std::optional<RuleTemplate> ParseRuleTemplate(
    std::string_view text, size_t& offset, Error& error);
// Reads a template that takes up all of `text`.
[[nodiscard]] std::optional<RuleTemplate> ParseRuleTemplate(
    std::string_view text, Error& error);

// Returns `offset` moved past spaces and comments.
size_t SkipBlanks(std::string_view text, size_t offset);

using TensorShapes = std::span<const std::span<const int64_t>>;

// Returns why the template doesn't fit tensors of these shapes, or nullopt if
// it does.
std::optional<Error> WhyNotFit(const RuleTemplate& rule, TensorShapes operands,
                               TensorShapes results);

// Returns the rule for tensors that the template fits, or nullopt and an error
// if their sizes contradict each other or don't determine a factor's size. If
// `conservative` is set, nothing is propagated along factors whose dimensions
// differ in size.
[[nodiscard]] std::optional<Rule> Instantiate(const RuleTemplate& rule,
                                              TensorShapes operands,
                                              TensorShapes results,
                                              bool conservative, Error& error);

// Returns the costs that the template states for an op with these tensors. The
// template must fit the tensors. Like Instantiate, fails if their sizes
// contradict each other or don't determine a factor's size.
[[nodiscard]] std::optional<RuleCost> CostOf(const RuleTemplate& rule,
                                             TensorShapes operands,
                                             TensorShapes results,
                                             Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_RULE_TEMPLATE_H_
