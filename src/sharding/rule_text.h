#ifndef SHARDFLOW_SHARDING_RULE_TEXT_H_
#define SHARDFLOW_SHARDING_RULE_TEXT_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sharding/rule.h"

// A rule exactly as its text spells it, valid or not:
//
//   <([i, k],[k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}>
//
// A Rule (rule.h) can only hold valid rules, whose factors exist and have one
// type each. The text of a rule may be invalid: `reduction={k, k, q}` names one
// factor twice, and another that doesn't exist. An invalid rule is kept in this
// form, so that the verifier can say what is wrong with it.

namespace shardflow::internal {

struct RuleText {
  // `mapping[dimension]` lists the indices of that dimension's factors.
  using Mapping = std::vector<std::vector<int64_t>>;

  std::vector<int64_t> sizes;
  std::vector<Mapping> operands;
  std::vector<Mapping> results;
  std::vector<int64_t> reduction;
  std::vector<int64_t> need_replication;
  std::vector<int64_t> permutation;
  std::vector<int64_t> blocked;
  bool custom = false;
};

RuleText TextOf(const Rule& rule);
// Converts the text to a Rule. Returns nullopt if it names factors that don't
// exist, uses one twice in a tensor, lists a group's factors out of order, or
// gives a factor two types.
std::optional<Rule> ToRule(const RuleText& text);

// Converts a rule to a list of words, which can be interned, and back.
std::vector<int64_t> EncodeRule(const RuleText& text);
RuleText DecodeRule(std::span<const int64_t> words);

// Convert the mapping of one tensor to a list of words, and back.
std::vector<int64_t> EncodeMapping(const RuleText::Mapping& mapping);
RuleText::Mapping DecodeMapping(std::span<const int64_t> words);

// Appends the rule, including its angle brackets.
void AppendRule(const RuleText& text, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_RULE_TEXT_H_
