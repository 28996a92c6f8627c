#include "sharding/rule_template.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sharding/rule_text.h"

namespace shardflow::internal {
namespace {

using ::testing::HasSubstr;

using Shapes = std::vector<std::vector<int64_t>>;

std::vector<std::span<const int64_t>> Spans(const Shapes& shapes) {
  return {shapes.begin(), shapes.end()};
}

// Returns the rule's text, or "syntax: why", "no fit: why" or "error: why".
std::string On(std::string_view text, const Shapes& operands,
               const Shapes& results, bool conservative = false) {
  Error wrong;
  const auto rule = ParseRuleTemplate(text, wrong);
  if (!rule) return "syntax: " + wrong.message;
  if (auto why = WhyNotFit(*rule, Spans(operands), Spans(results))) {
    return "no fit: " + why->message;
  }
  const auto made =
      Instantiate(*rule, Spans(operands), Spans(results), conservative, wrong);
  if (!made) return "error: " + wrong.message;
  std::string out;
  AppendRule(TextOf(*made), out);
  return out;
}

TEST(RuleTemplate, SizesComeFromTheTensors) {
  EXPECT_EQ(On("([i, k],[k, j])->([i, j]) reduction={k}", {{8, 4}, {4, 16}},
               {{8, 16}}),
            "<([i, j], [j, k])->([i, k]) {i=8, j=4, k=16} reduction={j}>");
}

TEST(RuleTemplate, FactorsAreNumberedAsTheTextNamesThem) {
  EXPECT_EQ(On("([b, a])->([a_2, b]) need_replication={a_2} permutation={b} "
               "blocked_propagation={a, a_2}",
               {{2, 3}}, {{5, 2}}),
            "<([i, j])->([k, i]) {i=2, j=3, k=5} need_replication={k} "
            "permutation={i} blocked_propagation={j, k}>");
}

TEST(RuleTemplate, TheEllipsisStandsForAnyNumberOfDimensions) {
  constexpr std::string_view kText =
      "([..., i, k], [..., k, j])->([..., i, j]) reduction={k}";
  EXPECT_EQ(On(kText, {{7, 9, 8, 4}, {7, 9, 4, 16}}, {{7, 9, 8, 16}}),
            "<([i, j, k, l], [i, j, l, m])->([i, j, k, m]) {i=7, j=9, k=8, "
            "l=4, m=16} reduction={l}>");
  EXPECT_EQ(On(kText, {{8, 4}, {4, 16}}, {{8, 16}}),
            "<([i, j], [j, k])->([i, k]) {i=8, j=4, k=16} reduction={j}>");
  EXPECT_EQ(On(kText, {{4}, {4, 16}}, {{8, 16}}),
            "no fit: is for rank 2 or more of operand 0, which has rank 1");
  EXPECT_EQ(On(kText, {{1, 8, 4}, {4, 16}}, {{8, 16}}),
            "no fit: has '...' for 1 dimension in operand 0 and for 0 in "
            "operand 1");
  EXPECT_EQ(On("([..., i])->([i]) reduction={...}", {{2, 3, 4}}, {{4}}),
            "<([i, j, k])->([k]) {i=2, j=3, k=4} reduction={i, j}>");
  EXPECT_EQ(On("([...])->([...])", {{}}, {{}}), "<([])->([])>");
  EXPECT_EQ(On("([...])->([...])", {{2, 3}}, {{2, 4}}),
            "error: factor '...[1]' has size 3 in dimension 1 of operand 0, "
            "but 4 in dimension 1 of result 0");
}

TEST(RuleTemplate, ARepeatedTensorStandsForAnyNumberOfTensors) {
  constexpr std::string_view kText =
      "([i], [i, j]*, [j])->([i]*) reduction={j}";
  EXPECT_EQ(
      On(kText, {{2}, {2, 3}, {2, 3}, {3}}, {{2}, {2}}),
      "<([i], [i, j], [i, j], [j])->([i], [i]) {i=2, j=3} reduction={j}>");
  EXPECT_EQ(On(kText, {{2}, {3}}, {{2}}),
            "<([i], [j])->([i]) {i=2, j=3} reduction={j}>");
  EXPECT_EQ(On(kText, {{2}}, {{2}}),
            "no fit: is for at least 2 operands, but the op has 1");
  EXPECT_EQ(On(kText, {{2}, {3}}, {}),
            "<([i], [j])->() {i=2, j=3} reduction={j}>");
  EXPECT_EQ(On("([i]*)->([i])", {}, {{2}}),
            "no fit: needs operands, but the op has none");
  // A rule for an op without results.
  EXPECT_EQ(On("([i, j], [j])->()", {{2, 3}, {3}}, {}),
            "<([i, j], [j])->() {i=2, j=3}>");
  EXPECT_EQ(On("([i])->()", {{2}}, {{2}}),
            "no fit: is for 0 results, but the op has 1");
  EXPECT_EQ(On("([i], [j])->([i, j])", {{2}}, {{2, 3}}),
            "no fit: is for 2 operands, but the op has 1");
}

TEST(RuleTemplate, DimensionsOfSeveralFactors) {
  EXPECT_EQ(On("([ij])->([i, j])", {{12}}, {{3, 4}}),
            "<([ij])->([i, j]) {i=3, j=4}>");
  EXPECT_EQ(On("([ij], [i])->([j])", {{12}, {3}}, {{4}}),
            "<([ij], [i])->([j]) {i=3, j=4}>");
  EXPECT_EQ(On("([ij])->([ji]) {j=4}", {{12}}, {{12}}),
            "<([ij])->([ji]) {i=3, j=4}>");
  // One size follows from another: j = 12/3, k = 8/4.
  EXPECT_EQ(On("([jk], [ij])->([i, ijk])", {{8}, {12}}, {{3, 24}}),
            "syntax: factor 'i' appears twice in one tensor");
  EXPECT_EQ(On("([jk], [ij])->([i], [kl])", {{8}, {12}}, {{3}, {10}}),
            "<([ij], [ki])->([k], [jl]) {i=4, j=2, k=3, l=5}>");
  EXPECT_EQ(On("([ij])->([ij])", {{12}}, {{12}}),
            "error: the size of factor 'i' doesn't follow from the shapes: "
            "give it, as in {i=4}");
  EXPECT_EQ(On("([ij])->([i, j])", {{12}}, {{3, 5}}),
            "error: dimension 0 of operand 0 has size 12, but its factors have "
            "15 in all: 'i' of size 3 in dimension 0 of result 0, 'j' of size "
            "5 in dimension 1 of result 0");
  EXPECT_EQ(On("([ij])->([i])", {{12}}, {{5}}),
            "error: dimension 0 of operand 0 has size 12, which the other "
            "factors of 'j' don't divide: 'i' of size 5 in dimension 0 of "
            "result 0");
}

TEST(RuleTemplate, SizesOneAndZero) {
  // A factor of size 1 is dropped from a dimension that has other factors.
  EXPECT_EQ(On("([ij])->([i, j])", {{4}}, {{1, 4}}),
            "<([j])->([i, j]) {i=1, j=4}>");
  EXPECT_EQ(On("([ij])->([i])", {{4}}, {{4}}), "<([i])->([i]) {i=4}>");
  EXPECT_EQ(On("([ij])->([i, j])", {{1}}, {{1, 1}}),
            "<([i])->([i, j]) {i=1, j=1}>");
  EXPECT_EQ(On("([i])->([i])", {{0}}, {{0}}), "<([i])->([i]) {i=0}>");
  EXPECT_EQ(On("([ij])->([i])", {{0}}, {{3}}), "<([ij])->([i]) {i=3, j=0}>");
  EXPECT_EQ(On("([ij])->([i])", {{0}}, {{0}}),
            "error: the size of factor 'j' doesn't follow from the shapes: "
            "give it, as in {j=4}");
}

TEST(RuleTemplate, ADimensionThatCorrespondsToNone) {
  EXPECT_EQ(On("([i, *])->([*, i])", {{8, 4}}, {{2, 8}}),
            "<([i, j])->([k, i]) {i=8, j=1, k=1}>");
}

TEST(RuleTemplate, SizesThatDisagree) {
  EXPECT_EQ(On("([i, k],[k, j])->([i, j])", {{8, 4}, {5, 16}}, {{8, 16}}),
            "error: factor 'k' has size 4 in dimension 1 of operand 0, but 5 "
            "in dimension 0 of operand 1");
  EXPECT_EQ(On("([i])->([i]) {i=3}", {{8}}, {{8}}),
            "error: factor 'i' has size 3 by the rule, but 8 in dimension 0 "
            "of operand 0");
  // Sizes whose product overflows 64 bits.
  EXPECT_EQ(
      On("([i, j])->([ij])", {{int64_t{1} << 40, int64_t{1} << 40}}, {{8}}),
      "error: dimension 0 of result 0 has size 8, but its factors have "
      "9223372036854775807 in all: 'i' of size 1099511627776 in "
      "dimension 0 of operand 0, 'j' of size 1099511627776 in dimension "
      "1 of operand 0");
}

TEST(RuleTemplate, ResizedFactors) {
  constexpr std::string_view kTopK =
      "([i, j])->([i, j], [i, j]) resized={j} need_replication={j}";
  EXPECT_EQ(On(kTopK, {{8, 100}}, {{8, 5}, {8, 5}}),
            "<([i, j])->([i, j], [i, j]) {i=8, j=100} need_replication={j}>");
  EXPECT_EQ(On("([i])->([i]) resized={i}", {{8}}, {{4}}, true),
            "<([i])->([i]) {i=8} blocked_propagation={i}>");
  EXPECT_EQ(On("([i])->([i]) resized={i}", {{8}}, {{8}}, true),
            "<([i])->([i]) {i=8}>");
}

// Returns a text of the form "FLOPS BYTES TEMPORARIES", with "-" for a cost
// that the rule doesn't state.
std::string CostOn(std::string_view text, const Shapes& operands,
                   const Shapes& results) {
  Error wrong;
  const auto rule = ParseRuleTemplate(text, wrong);
  if (!rule) return "syntax: " + wrong.message;
  const auto cost = CostOf(*rule, Spans(operands), Spans(results), wrong);
  if (!cost) return "error: " + wrong.message;
  std::string out;
  for (const auto& part : {cost->flops, cost->bytes, cost->temporaries}) {
    out += (out.empty() ? "" : " ") + (part ? std::to_string(*part) : "-");
  }
  return out;
}

TEST(RuleTemplate, Costs) {
  EXPECT_EQ(CostOn("([i])->([i])", {{8}}, {{8}}), "- - -");
  EXPECT_EQ(CostOn("([i, k], [k, j])->([i, j]) flops={2*i*j*k + i*j} "
                   "reduction={k} bytes={100} temporaries = { 4 * k }",
                   {{8, 4}, {4, 16}}, {{8, 16}}),
            "1152 100 16");
  EXPECT_EQ(CostOn("([..., i])->([..., i]) flops={0.5*...*i}", {{3, 5, 8}},
                   {{3, 5, 8}}),
            "60 - -");
  EXPECT_EQ(CostOn("([..., i])->([..., i]) flops={i*...}", {{8}}, {{8}}),
            "8 - -");
  const int64_t much = int64_t{1} << 40;
  EXPECT_EQ(CostOn("([i])->([i]) flops={i*i}", {{much}}, {{much}}),
            std::to_string(INT64_MAX) + " - -");
  EXPECT_EQ(CostOn("([i])->([i]) flops={i}", {{8}}, {{9}}),
            "error: factor 'i' has size 8 in dimension 0 of operand 0, but 9 "
            "in dimension 0 of result 0");
}

TEST(RuleTemplate, Comments) {
  EXPECT_EQ(
      On("( # operands\n [i] ) // and\n -> ([i]) # results", {{8}}, {{8}}),
      "<([i])->([i]) {i=8}>");
}

struct Syntax {
  std::string_view text;
  size_t offset;
  std::string_view message;
};

TEST(RuleTemplate, SyntaxErrors) {
  const Syntax kCases[] = {
      {"", 0, "expected '(', got the end"},
      {"i", 0, "expected '('"},
      {"()->([i])", 1, "a rule needs at least one operand"},
      {"([i)", 3, "expected ']'"},
      {"([i]", 4, "expected ')', got the end"},
      {"([i])", 5, "expected '->', got the end"},
      {"([i],)->([i])", 5, "expected '['"},
      {"([3])->([i])", 2, "expected a factor, '*' or '...'"},
      {"([i, i])->([i])", 5, "factor 'i' appears twice in one tensor"},
      {"([ii])->([i])", 3, "factor 'i' appears twice in one tensor"},
      {"([..., ...])->([i])", 7, "factor '...' appears twice in one tensor"},
      {"([i]*, [i]*)->([i])", 7, "only one operand can be repeated"},
      {"([i])->([i]*, [i]*)", 14, "only one result can be repeated"},
      {"([i])->([i]) {j=2}", 14,
       "factor 'j' of the sizes doesn't appear in any tensor"},
      {"([i])->([i]) {i}", 15, "expected '='"},
      {"([i])->([i]) {i=-2}", 16, "expected a size"},
      {"([i])->([i]) {i=2, i=2}", 19, "factor 'i' has two sizes"},
      {"([...])->([...]) {...=2}", 18, "'...' can have no size"},
      {"([i])->([i]) reduction={k}", 24,
       "factor 'k' of reduction doesn't appear in any tensor"},
      {"([i])->([i]) reduction={,}", 24, "expected a factor"},
      {"([i])->([i]) reduction={i}", 24,
       "reduction factor 'i' appears in a result"},
      {"([i])->([i]) need_replication={i} permutation={i}", 47,
       "factor 'i' can be in only one of reduction, need_replication and "
       "permutation"},
      {"([i])->([i]) blocked_propagation={i, i}", 37,
       "factor 'i' appears twice in blocked_propagation"},
      {"([i])->([i]) flops={}", 20, "expected a factor"},
      {"([i])->([i]) flops={2*j}", 22,
       "factor 'j' of flops doesn't appear in any tensor"},
      {"([i])->([i]) flops={i+}", 22, "expected a factor"},
      {"([i])->([i]) flops={i-1}", 21, "expected '}'"},
      {"([i])->([i]) flops={2e9*i}", 21, "expected '}'"},
      {"([i])->([i]) flops={i} flops={i}", 29, "flops is given twice"},
      {"([i])->([i]) custom", 13, "expected the end of the rule"},
      {"([i])->([i]) [", 13, "expected the end of the rule"},
  };
  for (const Syntax& c : kCases) {
    Error wrong;
    EXPECT_FALSE(ParseRuleTemplate(c.text, wrong)) << c.text;
    EXPECT_EQ(wrong.message, c.message) << c.text;
    EXPECT_EQ(wrong.offset, c.offset) << c.text;
  }
}

// Any prefix of a rule, with or without a stray character after it, is either
// accepted or rejected, and does no harm.
TEST(RuleTemplate, EveryPrefixEnds) {
  constexpr std::string_view kText =
      "([..., i, jk_2]*, [*])->([..., k_2]) {j=2} reduction={i, j} "
      "resized={...} flops={2.5*i*... + 3}";
  for (size_t n = 0; n <= kText.size(); ++n) {
    for (const char c : {'\0', '(', '[', '*', '.', '=', '}', 'z', '_', '#'}) {
      std::string text(kText.substr(0, n));
      if (c != '\0') text += c;
      Error wrong;
      if (!ParseRuleTemplate(text, wrong)) {
        EXPECT_LE(wrong.offset, text.size()) << text;
        EXPECT_FALSE(wrong.message.empty()) << text;
      }
    }
  }
}

TEST(RuleTemplate, LongListsAreRefused) {
  std::string text = "([i";
  for (int i = 0; i < 20'000; ++i) text += ", *";
  Error wrong;
  EXPECT_FALSE(ParseRuleTemplate(text + "])->([i])", wrong));
  EXPECT_THAT(wrong.message, HasSubstr("too many"));
  std::string factors = "([";
  for (int i = 0; i < 1000; ++i) factors += "i_" + std::to_string(i);
  EXPECT_TRUE(ParseRuleTemplate(factors + "])->([i_0])", wrong));
  EXPECT_FALSE(ParseRuleTemplate(factors + "])->([j])", wrong));
  EXPECT_EQ(wrong.message, "too many factors");
  EXPECT_EQ(wrong.offset, factors.size() + 6);
  std::string formula = "([i])->([i]) flops={i";
  for (int i = 0; i < 1000; ++i) formula += " * i";
  EXPECT_FALSE(ParseRuleTemplate(formula + "}", wrong));
  EXPECT_EQ(wrong.message, "the formula is too long");
  EXPECT_FALSE(ParseRuleTemplate(
      "([i])->([i]) flops={" + std::string(400, '9') + "}", wrong));
  EXPECT_EQ(wrong.message, "the number is too large");
}

}  // namespace
}  // namespace shardflow::internal
