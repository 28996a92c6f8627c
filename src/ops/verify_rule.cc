#include <algorithm>

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

// Checks the rule of one op. Each function returns the first error.
class RuleChecker {
 public:
  RuleChecker(const Module& m, OpId op, const RuleText& rule)
      : m_(m),
        op_(op),
        rule_(rule),
        in_operands_(rule.sizes.size()),
        in_results_(rule.sizes.size()) {}

  std::optional<Error> Check();

 private:
  // `value(i)` returns the operand or result.
  template <class Fn>
  std::optional<Error> CheckMappings(
      const std::vector<RuleText::Mapping>& mappings, int count, Fn value,
      std::string_view kind, std::vector<bool>& seen);
  std::optional<Error> CheckMapping(const RuleText::Mapping& mapping,
                                    TypeId type, std::vector<bool>& seen) const;
  std::optional<Error> CheckDim(const Factors& factors,
                                std::vector<bool>& seen_in_tensor,
                                std::vector<bool>& seen) const;
  std::optional<Error> CheckGroup(const Factors& group) const;
  std::optional<Error> CheckGroups() const;
  std::optional<Error> CheckAllUsed() const;

  const Module& m_;
  const OpId op_;
  const RuleText& rule_;
  std::vector<bool> in_operands_, in_results_;
};

std::optional<Error> RuleChecker::CheckDim(const Factors& factors,
                                           std::vector<bool>& seen_in_tensor,
                                           std::vector<bool>& seen) const {
  if (factors.empty())
    return ErrorOf("dim mapping must have at least one factor");
  for (const int64_t factor : factors) {
    const size_t count = rule_.sizes.size();
    if (factor < 0 || static_cast<size_t>(factor) >= count) {
      return ErrorOf(
          "expecting factor indices to be within 0<=...<num_factors; received: "
          "{}, num_factors: {}",
          factor, count);
    }
    const auto f = static_cast<size_t>(factor);
    if (seen_in_tensor[f]) {
      return ErrorOf("cannot reuse factors for the same tensor value");
    }
    if (rule_.sizes[f] == 1 && factors.size() > 1) {
      return ErrorOf(
          "dim mapping can't have a factor of size 1 if there are multiple "
          "factors");
    }
    seen_in_tensor[f] = true;
    seen[f] = true;
  }
  return std::nullopt;
}

std::optional<Error> RuleChecker::CheckMapping(const RuleText::Mapping& mapping,
                                               TypeId type,
                                               std::vector<bool>& seen) const {
  if (!m_.types.HasStaticShape(type)) {
    return ErrorOf("expected a ranked tensor with a static shape. type: {}",
                   QuotedType(m_, type));
  }
  const size_t rank = m_.types.dims(type).size();
  if (mapping.size() != rank) {
    return ErrorOf("mapping rank must match: {} != {}", mapping.size(), rank);
  }
  std::vector<bool> seen_in_tensor(rule_.sizes.size());
  for (const Factors& factors : mapping) {
    if (std::optional<Error> fault = CheckDim(factors, seen_in_tensor, seen))
      return fault;
  }
  return std::nullopt;
}

template <class Fn>
std::optional<Error> RuleChecker::CheckMappings(
    const std::vector<RuleText::Mapping>& mappings, int count, Fn value,
    std::string_view kind, std::vector<bool>& seen) {
  if (mappings.size() != static_cast<size_t>(count)) {
    return ErrorOf("number of {}s and mappings must match: {} != {}", kind,
                   count, mappings.size());
  }
  if (mappings.empty()) {
    return ErrorOf(
        "number of {}s mappings cannot be 0. Op sharding rules can only be "
        "defined on operations with at least one operand and result.",
        kind);
  }
  for (int i = 0; i < count; ++i) {
    const auto index = static_cast<size_t>(i);
    std::optional<Error> fault =
        CheckMapping(mappings[index], m_.type(value(i)), seen);
    if (!fault) continue;
    fault->message = VerifyContext::ValuePrefix(fmt::format("{} ", kind),
                                                mappings.size(), index) +
                     fault->message;
    return fault;
  }
  return std::nullopt;
}

std::optional<Error> RuleChecker::CheckGroup(const Factors& group) const {
  if (group.empty()) return std::nullopt;
  if (!std::is_sorted(group.begin(), group.end())) {
    return ErrorOf("indices of special factors must be sorted");
  }
  if (std::adjacent_find(group.begin(), group.end()) != group.end()) {
    return ErrorOf("indices of special factors must be unique");
  }
  if (group.front() < 0) return ErrorOf("index must be non-negative");
  if (static_cast<size_t>(group.back()) >= rule_.sizes.size()) {
    return ErrorOf("index must be less than {}, got: {}", rule_.sizes.size(),
                   group.back());
  }
  return std::nullopt;
}

std::optional<Error> RuleChecker::CheckGroups() const {
  Factors special;
  for (const Factors* group :
       {&rule_.reduction, &rule_.need_replication, &rule_.permutation}) {
    if (std::optional<Error> fault = CheckGroup(*group)) return fault;
    special.insert(special.end(), group->begin(), group->end());
  }
  std::sort(special.begin(), special.end());
  if (std::adjacent_find(special.begin(), special.end()) != special.end()) {
    return ErrorOf(
        "a factor can only be in one of the reduction, need replication, or "
        "permutation factor sets");
  }
  if (std::optional<Error> fault = CheckGroup(rule_.blocked)) return fault;
  for (const int64_t factor : rule_.reduction) {
    if (in_results_[static_cast<size_t>(factor)]) {
      return ErrorOf("reduction factor cannot be in result mappings");
    }
  }
  return std::nullopt;
}

std::optional<Error> RuleChecker::CheckAllUsed() const {
  for (size_t f = 0; f < rule_.sizes.size(); ++f) {
    if (in_operands_[f] || in_results_[f]) continue;
    return ErrorOf(
        "has factor {}={} that isn't used in operand and result mappings",
        FactorText(static_cast<int64_t>(f)), rule_.sizes[f]);
  }
  return std::nullopt;
}

std::optional<Error> RuleChecker::Check() {
  const auto operand = [&](int i) { return m_.operand(op_, i); };
  const auto result = [&](int i) { return m_.result(op_, i); };
  if (std::optional<Error> fault =
          CheckMappings(rule_.operands, m_.operand_count(op_), operand,
                        "operand", in_operands_)) {
    return fault;
  }
  if (std::optional<Error> fault = CheckMappings(
          rule_.results, m_.result_count(op_), result, "result", in_results_)) {
    return fault;
  }
  if (std::optional<Error> fault = CheckAllUsed()) return fault;
  return CheckGroups();
}

}  // namespace

bool VerifyRule(VerifyContext& v, OpId op, const RuleText& rule) {
  const std::optional<Error> fault = RuleChecker(v.m, op, rule).Check();
  return fault ? v.OpError(op, fault->message) : true;
}

}  // namespace shardflow::internal
