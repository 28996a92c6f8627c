#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "base/error_format.h"
#include "ir/type_text.h"
#include "ops/verify.h"
#include "sharding/print.h"
#include "sharding/rule_text.h"

// Checks the sharding rules in a program against their ops.

namespace shardflow::internal {
namespace {

using Factors = std::vector<int64_t>;

// Adapts a RuleText to the functions of Rule that the checks need.
class TextRule {
 public:
  explicit TextRule(const RuleText& text) : text_(text) {}

  const RuleText& text() const { return text_; }
  size_t factor_count() const { return text_.sizes.size(); }
  int64_t factor_size(size_t factor) const { return text_.sizes[factor]; }
  size_t operand_count() const { return text_.operands.size(); }
  size_t result_count() const { return text_.results.size(); }
  size_t rank(size_t tensor) const { return mapping(tensor).size(); }
  std::span<const int64_t> factors(size_t tensor, size_t dim) const {
    return mapping(tensor)[dim];
  }

 private:
  const RuleText::Mapping& mapping(size_t tensor) const {
    return tensor < operand_count() ? text_.operands[tensor]
                                    : text_.results[tensor - operand_count()];
  }

  const RuleText& text_;
};

// Checks the rule of one op. Each function returns the first error. `RuleT` is
// Rule or TextRule. Only a TextRule can have invalid groups (the lists of
// factors by type).
template <class RuleT>
class RuleChecker {
 public:
  RuleChecker(const Module& m, OpId op, const RuleT& rule)
      : m_(m),
        op_(op),
        rule_(rule),
        in_tensor_(rule.factor_count()),
        in_operands_(rule.factor_count()),
        in_results_(rule.factor_count()) {}

  std::optional<Error> Check();

 private:
  // Checks the rule's mappings of `tensors` operands or results, starting with
  // tensor `first`. The op has `count` operands or results, and `value(i)`
  // returns the i-th.
  template <class Fn>
  std::optional<Error> CheckMappings(size_t first, size_t tensors, int count,
                                     Fn value, std::string_view kind,
                                     std::vector<bool>& seen);
  std::optional<Error> CheckMapping(size_t tensor, TypeId type,
                                    std::vector<bool>& seen);
  bool FitsUnknownSizes(size_t tensor, TypeId type) const;
  template <class IntT>
  std::optional<Error> CheckDim(std::span<const IntT> factors,
                                std::vector<bool>& seen);
  std::optional<Error> CheckGroup(const Factors& group) const;
  std::optional<Error> CheckGroups(const RuleText& rule) const;
  std::optional<Error> CheckReduction(size_t factor) const;
  std::optional<Error> CheckAllUsed() const;

  const Module& m_;
  const OpId op_;
  const RuleT& rule_;
  std::vector<bool> in_tensor_, in_operands_, in_results_;
};

template <class RuleT>
template <class IntT>
std::optional<Error> RuleChecker<RuleT>::CheckDim(std::span<const IntT> factors,
                                                  std::vector<bool>& seen) {
  if (factors.empty())
    return ErrorOf("dim mapping must have at least one factor");
  for (const int64_t factor : factors) {
    const size_t count = rule_.factor_count();
    if (factor < 0 || static_cast<size_t>(factor) >= count) {
      return ErrorOf(
          "expecting factor indices to be within 0<=...<num_factors; received: "
          "{}, num_factors: {}",
          factor, count);
    }
    const auto f = static_cast<size_t>(factor);
    if (in_tensor_[f]) {
      return ErrorOf("cannot reuse factors for the same tensor value");
    }
    if (rule_.factor_size(f) == 1 && factors.size() > 1) {
      return ErrorOf(
          "dim mapping can't have a factor of size 1 if there are multiple "
          "factors");
    }
    if (rule_.factor_size(f) == kUnknownSize && factors.size() > 1) {
      return ErrorOf(
          "dim mapping can't have a factor of unknown size if there are "
          "multiple factors");
    }
    in_tensor_[f] = true;
    seen[f] = true;
  }
  return std::nullopt;
}

// Whether each dimension of unknown size has a single factor, whose size is
// also unknown.
template <class RuleT>
bool RuleChecker<RuleT>::FitsUnknownSizes(size_t tensor, TypeId type) const {
  const std::span<const int64_t> dims = m_.types.dims(type);
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] != kDynamicDim) continue;
    if (d >= rule_.rank(tensor)) return false;
    const auto factors = rule_.factors(tensor, d);
    if (factors.size() != 1 || factors[0] < 0) return false;
    const auto f = static_cast<size_t>(factors[0]);
    if (f >= rule_.factor_count() || rule_.factor_size(f) != kUnknownSize) {
      return false;
    }
  }
  return true;
}

template <class RuleT>
std::optional<Error> RuleChecker<RuleT>::CheckMapping(size_t tensor,
                                                      TypeId type,
                                                      std::vector<bool>& seen) {
  if (!m_.types.IsTensor(type) || !FitsUnknownSizes(tensor, type)) {
    return ErrorOf("expected a ranked tensor with a static shape. type: {}",
                   QuotedType(m_, type));
  }
  const size_t rank = m_.types.dims(type).size();
  if (rule_.rank(tensor) != rank) {
    return ErrorOf("mapping rank must match: {} != {}", rule_.rank(tensor),
                   rank);
  }
  in_tensor_.assign(rule_.factor_count(), false);
  for (size_t dim = 0; dim < rank; ++dim) {
    if (std::optional<Error> fault =
            CheckDim(rule_.factors(tensor, dim), seen)) {
      return fault;
    }
  }
  return std::nullopt;
}

template <class RuleT>
template <class Fn>
std::optional<Error> RuleChecker<RuleT>::CheckMappings(
    size_t first, size_t tensors, int count, Fn value, std::string_view kind,
    std::vector<bool>& seen) {
  if (tensors != static_cast<size_t>(count)) {
    return ErrorOf("number of {}s and mappings must match: {} != {}", kind,
                   count, tensors);
  }
  if (tensors == 0) {
    return ErrorOf(
        "number of {}s mappings cannot be 0. Op sharding rules can only be "
        "defined on operations with at least one operand and result.",
        kind);
  }
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<size_t>(i);
    std::optional<Error> fault =
        CheckMapping(first + index, m_.type(value(i)), seen);
    if (!fault) continue;
    fault->message =
        VerifyContext::ValuePrefix(fmt::format("{} ", kind), tensors, index) +
        fault->message;
    return fault;
  }
  return std::nullopt;
}

template <class RuleT>
std::optional<Error> RuleChecker<RuleT>::CheckGroup(
    const Factors& group) const {
  if (group.empty()) return std::nullopt;
  if (!std::is_sorted(group.begin(), group.end())) {
    return ErrorOf("indices of special factors must be sorted");
  }
  if (std::adjacent_find(group.begin(), group.end()) != group.end()) {
    return ErrorOf("indices of special factors must be unique");
  }
  if (group.front() < 0) return ErrorOf("index must be non-negative");
  if (static_cast<size_t>(group.back()) >= rule_.factor_count()) {
    return ErrorOf("index must be less than {}, got: {}", rule_.factor_count(),
                   group.back());
  }
  return std::nullopt;
}

template <class RuleT>
std::optional<Error> RuleChecker<RuleT>::CheckReduction(size_t factor) const {
  if (!in_results_[factor]) return std::nullopt;
  return ErrorOf("reduction factor cannot be in result mappings");
}

template <class RuleT>
std::optional<Error> RuleChecker<RuleT>::CheckGroups(
    const RuleText& rule) const {
  Factors special;
  for (const Factors* group :
       {&rule.reduction, &rule.need_replication, &rule.permutation}) {
    if (std::optional<Error> fault = CheckGroup(*group)) return fault;
    special.insert(special.end(), group->begin(), group->end());
  }
  std::sort(special.begin(), special.end());
  if (std::adjacent_find(special.begin(), special.end()) != special.end()) {
    return ErrorOf(
        "a factor can only be in one of the reduction, need replication, or "
        "permutation factor sets");
  }
  if (std::optional<Error> fault = CheckGroup(rule.blocked)) return fault;
  for (const int64_t factor : rule.reduction) {
    if (std::optional<Error> fault =
            CheckReduction(static_cast<size_t>(factor))) {
      return fault;
    }
  }
  return std::nullopt;
}

template <class RuleT>
std::optional<Error> RuleChecker<RuleT>::CheckAllUsed() const {
  for (size_t f = 0; f < rule_.factor_count(); ++f) {
    if (in_operands_[f] || in_results_[f]) continue;
    return ErrorOf(
        "has factor {}={} that isn't used in operand and result mappings",
        FactorText(static_cast<int64_t>(f)), rule_.factor_size(f));
  }
  return std::nullopt;
}

template <class RuleT>
std::optional<Error> RuleChecker<RuleT>::Check() {
  const auto operand = [&](int i) { return m_.operand(op_, i); };
  const auto result = [&](int i) { return m_.result(op_, i); };
  const size_t operands = rule_.operand_count();
  if (std::optional<Error> fault =
          CheckMappings(0, operands, m_.operand_count(op_), operand, "operand",
                        in_operands_)) {
    return fault;
  }
  if (std::optional<Error> fault =
          CheckMappings(operands, rule_.result_count(), m_.result_count(op_),
                        result, "result", in_results_)) {
    return fault;
  }
  if (std::optional<Error> fault = CheckAllUsed()) return fault;
  if constexpr (std::is_same_v<RuleT, TextRule>) {
    return CheckGroups(rule_.text());
  } else {
    for (size_t f = 0; f < rule_.factor_count(); ++f) {
      if (rule_.factor_type(f) != FactorType::kReduction) continue;
      if (std::optional<Error> fault = CheckReduction(f)) return fault;
    }
    return std::nullopt;
  }
}

bool Report(VerifyContext& v, OpId op, const std::optional<Error>& fault) {
  return fault ? v.OpError(op, fault->message) : true;
}

}  // namespace

bool VerifyRule(VerifyContext& v, OpId op, const Rule& rule) {
  return Report(v, op, RuleChecker<Rule>(v.m, op, rule).Check());
}

bool VerifyRule(VerifyContext& v, OpId op, const RuleText& text) {
  const TextRule rule(text);
  return Report(v, op, RuleChecker<TextRule>(v.m, op, rule).Check());
}

}  // namespace shardflow::internal
