#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "sharding/print.h"
#include "sharding/rule_text.h"
#include "text/sdy_parse.h"

// Parses sharding rules: #sdy.op_sharding_rule and its parts.

namespace shardflow::internal::sdy {
namespace {

// Removes the first factor from `word`. For example, for "jz_2k", sets `factor`
// to 1 and leaves "z_2k".
bool TakeFactor(Parser& p, std::string_view& word, int64_t& factor) {
  constexpr int64_t kLastLetter = 'z' - 'i';
  if (!word.starts_with("z_")) {
    if (word[0] < 'i' || word[0] > 'z') {
      return p.OpError(fmt::format(
          "expecting symbol from 'i' to 'z'. Received: '{}'", word[0]));
    }
    factor = word[0] - 'i';
    word.remove_prefix(1);
    return true;
  }
  size_t end = word.find_first_not_of("0123456789", 2);
  if (end == std::string_view::npos) end = word.size();
  const std::string_view number = word.substr(2, end - 2);
  if (number.empty()) {
    return p.OpError(
        fmt::format("expecting integer after 'z_'. Received: '{}'", word));
  }
  if (number[0] == '0') {
    return p.OpError(fmt::format(
        "expecting positive integer without leading zeros. Received: '{}'",
        number));
  }
  const auto [at, error] =
      std::from_chars(number.data(), number.data() + number.size(), factor);
  if (error != std::errc()) {
    // Shardy reports this error and continues as if the number were 0.
    p.OpError(
        fmt::format("expecting symbol index <=2^63-1. Received: '{}'", number));
    factor = 0;
  }
  word.remove_prefix(end);
  if (__builtin_add_overflow(factor, kLastLetter, &factor)) {
    factor = INT64_MAX;  // an invalid factor, which the verifier reports
  }
  return true;
}

// Parses the factors of a dimension, such as `i` or `jk`. An empty list is also
// parsed, but the verifier rejects it.
bool ParseDimMapping(Parser& p, std::vector<int64_t>& factors) {
  DimMappingAttr whole;
  const Opt opt = ParseWhole(p, whole);
  if (opt == Opt::kOk) {
    factors.assign(whole.factors.begin(), whole.factors.end());
  }
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  if (!p.At(Tok::kBareId)) return true;
  std::string_view word = p.text();
  p.Advance();
  while (!word.empty()) {
    if (!TakeFactor(p, word, factors.emplace_back())) return false;
  }
  return true;
}

// Parses the dimensions of a tensor, such as `[i, jk]`.
bool ParseTensorMapping(Parser& p, RuleText::Mapping& mapping) {
  TensorMappingAttr whole;
  const Opt opt = ParseWhole(p, whole);
  if (opt == Opt::kOk) mapping = DecodeMapping(whole.words.numbers());
  if (opt != Opt::kAbsent) return opt == Opt::kOk;
  if (!p.Expect(Tok::kLSquare)) return false;
  if (p.Consume(Tok::kRSquare)) return true;
  const bool ok =
      p.ParseItems([&] { return ParseDimMapping(p, mapping.emplace_back()); });
  return Param(p, ok, "Sdy_TensorMapping", "dim_mappings",
               "::llvm::ArrayRef<DimMappingAttr>") &&
         p.Expect(Tok::kRSquare);
}

// Parses the tensors on one side, such as `([i, k],[k, j])`.
bool ParseMappings(Parser& p, std::string_view param,
                   std::vector<RuleText::Mapping>& mappings) {
  return p.Expect(Tok::kLParen) &&
         Param(p, p.ParseItems([&] {
           return ParseTensorMapping(p, mappings.emplace_back());
         }),
               "Sdy_OpShardingRule", param,
               "::llvm::ArrayRef<TensorMappingAttr>") &&
         p.Expect(Tok::kRParen);
}

// Parses the size of a factor, such as `i=8`, or `i=?` if the size is unknown.
bool ParseFactorSize(Parser& p, std::vector<int64_t>& sizes) {
  std::string_view word;
  int64_t factor = 0;
  if (!p.ParseKeyword(word) || !TakeFactor(p, word, factor)) return false;
  const auto expected = static_cast<int64_t>(sizes.size());
  if (factor != expected) {
    return p.OpError(fmt::format(
        "expecting factor indices to be ordered like an iota ([0,1,2,...], "
        "e.g. {{i=#, j=#, ...}}). Expecting factor index symbol '{}', "
        "received: '{}'",
        FactorText(expected), FactorText(factor)));
  }
  if (!word.empty()) {
    return p.OpError(fmt::format("expecting single factor symbol: {}", word));
  }
  if (!p.Expect(Tok::kEqual)) return false;
  if (p.Consume(Tok::kQuestion)) {
    sizes.push_back(kUnknownSize);
    return true;
  }
  return p.ParseInteger(sizes.emplace_back());
}

// Parses a group of factors, such as `reduction={k}`, or nothing.
bool ParseFactorGroup(Parser& p, std::string_view name,
                      std::vector<int64_t>& group) {
  if (!p.ConsumeKeyword(name)) return true;
  if (!p.Expect(Tok::kEqual)) return false;
  if (!p.At(Tok::kLBrace)) return true;
  return p.ParseList(Tok::kLBrace, Tok::kRBrace, [&] {
    // Like Shardy, reads only the first factor of the word.
    std::string_view word;
    return p.ParseKeyword(word) && TakeFactor(p, word, group.emplace_back());
  });
}

// Parses a rule, such as `<([i, k],[k, j])->([i, j]) {i=8, j=16, k=4}
// reduction={k}, custom>`.
bool ParseRule(Parser& p, RuleText& rule) {
  if (!p.Expect(Tok::kLess) ||
      !ParseMappings(p, "operand_mappings", rule.operands) ||
      !p.Expect(Tok::kArrow) ||
      !ParseMappings(p, "result_mappings", rule.results)) {
    return false;
  }
  if (p.At(Tok::kLBrace) && !p.ParseList(Tok::kLBrace, Tok::kRBrace, [&] {
        return ParseFactorSize(p, rule.sizes);
      })) {
    return false;
  }
  if (!ParseFactorGroup(p, "reduction", rule.reduction) ||
      !ParseFactorGroup(p, "need_replication", rule.need_replication) ||
      !ParseFactorGroup(p, "permutation", rule.permutation) ||
      !ParseFactorGroup(p, "blocked_propagation", rule.blocked)) {
    return false;
  }
  if (p.Consume(Tok::kComma)) {
    if (!p.ExpectKeyword("custom")) return false;
    rule.custom = true;
  }
  return p.Expect(Tok::kGreater);
}

AttrId MakeRule(Parser& p, const RuleText& text) {
  if (const std::optional<Rule> rule = ToRule(text)) {
    return p.module().attrs.Rule(p.module().rules.Intern(*rule));
  }
  return p.module().attrs.Make(InvalidRuleAttr{}, EncodeRule(text));
}

}  // namespace

AttrId ParseRuleAttr(Parser& p, AttrKind kind) {
  AttrStore& attrs = p.module().attrs;
  if (kind == AttrKind::kDimMapping) {
    std::vector<int64_t> factors;
    if (!ParseDimMapping(p, factors)) return {};
    return attrs.Make(DimMappingAttr{}, factors);
  }
  if (kind == AttrKind::kTensorMapping) {
    RuleText::Mapping mapping;
    if (!ParseTensorMapping(p, mapping)) return {};
    return attrs.Make(TensorMappingAttr{}, EncodeMapping(mapping));
  }
  RuleText rule;
  return ParseRule(p, rule) ? MakeRule(p, rule) : AttrId::None();
}

}  // namespace shardflow::internal::sdy
