#include "sharding/rule_text.h"

#include <algorithm>

#include "base/append.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

bool IsFactor(const RuleText& text, int64_t factor) {
  return factor >= 0 && static_cast<size_t>(factor) < text.sizes.size();
}

// Whether every factor exists and none appears twice.
bool IsValid(const RuleText& text, const RuleText::Mapping& mapping) {
  std::vector<bool> seen(text.sizes.size());
  for (const std::vector<int64_t>& dim : mapping) {
    for (const int64_t factor : dim) {
      if (!IsFactor(text, factor)) return false;
      if (seen[static_cast<size_t>(factor)]) return false;
      seen[static_cast<size_t>(factor)] = true;
    }
  }
  return true;
}

bool IsGroup(const RuleText& text, const std::vector<int64_t>& group) {
  for (size_t i = 0; i < group.size(); ++i) {
    if (!IsFactor(text, group[i])) return false;
    if (i > 0 && group[i] <= group[i - 1]) return false;
  }
  return true;
}

// Sets the type of the group's factors. Returns false if one of them already
// has a type.
bool SetType(Rule& rule, const std::vector<int64_t>& group, FactorType type) {
  for (const int64_t factor : group) {
    const auto f = static_cast<size_t>(factor);
    if (rule.factor_type(f) != FactorType::kPassThrough) return false;
    rule.SetFactorType(f, type);
  }
  return true;
}

void AddDims(Rule& rule, const RuleText::Mapping& mapping) {
  std::vector<int32_t> factors;
  for (const std::vector<int64_t>& dim : mapping) {
    factors.clear();
    for (const int64_t factor : dim) {
      factors.push_back(static_cast<int32_t>(factor));
    }
    rule.AddDim(factors);
  }
}

void Encode(const std::vector<int64_t>& list, std::vector<int64_t>& words) {
  words.push_back(static_cast<int64_t>(list.size()));
  words.insert(words.end(), list.begin(), list.end());
}

void Encode(const RuleText::Mapping& mapping, std::vector<int64_t>& words) {
  words.push_back(static_cast<int64_t>(mapping.size()));
  for (const std::vector<int64_t>& dim : mapping) Encode(dim, words);
}

void Encode(const std::vector<RuleText::Mapping>& mappings,
            std::vector<int64_t>& words) {
  words.push_back(static_cast<int64_t>(mappings.size()));
  for (const RuleText::Mapping& mapping : mappings) Encode(mapping, words);
}

// Reads words in the order in which Encode wrote them.
struct Decoder {
  std::span<const int64_t> words;

  int64_t Next() {
    const int64_t word = words.front();
    words = words.subspan(1);
    return word;
  }
  std::vector<int64_t> List() {
    const auto count = static_cast<size_t>(Next());
    const std::span<const int64_t> list = words.first(count);
    words = words.subspan(count);
    return {list.begin(), list.end()};
  }
  RuleText::Mapping Mapping() {
    RuleText::Mapping mapping(static_cast<size_t>(Next()));
    for (std::vector<int64_t>& dim : mapping) dim = List();
    return mapping;
  }
  std::vector<RuleText::Mapping> Mappings() {
    std::vector<RuleText::Mapping> mappings(static_cast<size_t>(Next()));
    for (RuleText::Mapping& mapping : mappings) mapping = Mapping();
    return mappings;
  }
};

void AppendMappings(const std::vector<RuleText::Mapping>& mappings,
                    std::string& out) {
  out.push_back('(');
  for (size_t t = 0; t < mappings.size(); ++t) {
    out.append(t == 0 ? "[" : ", [");
    for (size_t d = 0; d < mappings[t].size(); ++d) {
      if (d > 0) out.append(", ");
      for (const int64_t factor : mappings[t][d]) AppendFactor(factor, out);
    }
    out.push_back(']');
  }
  out.push_back(')');
}

void AppendGroup(std::string_view name, const std::vector<int64_t>& group,
                 std::string& out) {
  if (group.empty()) return;
  out.append(" ").append(name).append("={");
  for (size_t i = 0; i < group.size(); ++i) {
    if (i > 0) out.append(", ");
    AppendFactor(group[i], out);
  }
  out.push_back('}');
}

}  // namespace

RuleText TextOf(const Rule& rule) {
  RuleText text;
  text.custom = rule.is_custom();
  text.sizes.assign(rule.factor_sizes().begin(), rule.factor_sizes().end());
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    RuleText::Mapping& mapping =
        (t < rule.operand_count() ? text.operands : text.results)
            .emplace_back();
    for (size_t d = 0; d < rule.rank(t); ++d) {
      const std::span<const int32_t> factors = rule.factors(t, d);
      mapping.emplace_back(factors.begin(), factors.end());
    }
  }
  for (size_t f = 0; f < rule.factor_count(); ++f) {
    const auto factor = static_cast<int64_t>(f);
    switch (rule.factor_type(f)) {
      case FactorType::kPassThrough:
        break;
      case FactorType::kReduction:
        text.reduction.push_back(factor);
        break;
      case FactorType::kNeedReplication:
        text.need_replication.push_back(factor);
        break;
      case FactorType::kPermutation:
        text.permutation.push_back(factor);
        break;
    }
    if (rule.IsBlocked(f)) text.blocked.push_back(factor);
  }
  return text;
}

std::optional<Rule> ToRule(const RuleText& text) {
  const auto valid = [&](const RuleText::Mapping& mapping) {
    return IsValid(text, mapping);
  };
  if (!std::all_of(text.operands.begin(), text.operands.end(), valid) ||
      !std::all_of(text.results.begin(), text.results.end(), valid)) {
    return std::nullopt;
  }
  for (const auto* group : {&text.reduction, &text.need_replication,
                            &text.permutation, &text.blocked}) {
    if (!IsGroup(text, *group)) return std::nullopt;
  }
  Rule rule;
  for (const int64_t size : text.sizes) rule.AddFactor(size);
  if (!SetType(rule, text.reduction, FactorType::kReduction) ||
      !SetType(rule, text.need_replication, FactorType::kNeedReplication) ||
      !SetType(rule, text.permutation, FactorType::kPermutation)) {
    return std::nullopt;
  }
  for (const int64_t factor : text.blocked) {
    rule.SetBlocked(static_cast<size_t>(factor));
  }
  for (const RuleText::Mapping& mapping : text.operands) {
    rule.AddOperand();
    AddDims(rule, mapping);
  }
  for (const RuleText::Mapping& mapping : text.results) {
    rule.AddResult();
    AddDims(rule, mapping);
  }
  rule.SetCustom(text.custom);
  return rule;
}

std::vector<int64_t> EncodeRule(const RuleText& text) {
  std::vector<int64_t> words = {text.custom ? 1 : 0};
  Encode(text.sizes, words);
  Encode(text.operands, words);
  Encode(text.results, words);
  Encode(text.reduction, words);
  Encode(text.need_replication, words);
  Encode(text.permutation, words);
  Encode(text.blocked, words);
  return words;
}

RuleText DecodeRule(std::span<const int64_t> words) {
  Decoder decoder{words};
  RuleText text;
  text.custom = decoder.Next() != 0;
  text.sizes = decoder.List();
  text.operands = decoder.Mappings();
  text.results = decoder.Mappings();
  text.reduction = decoder.List();
  text.need_replication = decoder.List();
  text.permutation = decoder.List();
  text.blocked = decoder.List();
  return text;
}

std::vector<int64_t> EncodeMapping(const RuleText::Mapping& mapping) {
  std::vector<int64_t> words;
  Encode(mapping, words);
  return words;
}

RuleText::Mapping DecodeMapping(std::span<const int64_t> words) {
  return Decoder{words}.Mapping();
}

void AppendRule(const RuleText& text, std::string& out) {
  out.push_back('<');
  AppendMappings(text.operands, out);
  out.append("->");
  AppendMappings(text.results, out);
  for (size_t f = 0; f < text.sizes.size(); ++f) {
    out.append(f == 0 ? " {" : ", ");
    AppendFactor(static_cast<int64_t>(f), out);
    out.push_back('=');
    if (text.sizes[f] == kUnknownSize) {
      out.push_back('?');
    } else {
      AppendInt(text.sizes[f], out);
    }
  }
  if (!text.sizes.empty()) out.push_back('}');
  AppendGroup("reduction", text.reduction, out);
  AppendGroup("need_replication", text.need_replication, out);
  AppendGroup("permutation", text.permutation, out);
  AppendGroup("blocked_propagation", text.blocked, out);
  if (text.custom) out.append(", custom");
  out.push_back('>');
}

}  // namespace shardflow::internal
