#include "ops/chlo_rules.h"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/walk.h"
#include "ops/op_def.h"
#include "ops/rule_lookup.h"
#include "sharding/rule_text.h"
#include "text/read.h"

// Tests the rules of --extra-rules. Every chlo op has a rule.

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::string_view kUnary[] = {"_asin_acos_kernel",
                                       "acos",
                                       "acosh",
                                       "asin",
                                       "asinh",
                                       "atan",
                                       "atanh",
                                       "bessel_i1e",
                                       "conj",
                                       "cosh",
                                       "digamma",
                                       "erf",
                                       "erf_inv",
                                       "erfc",
                                       "is_inf",
                                       "is_neg_inf",
                                       "is_pos_inf",
                                       "lgamma",
                                       "sinh",
                                       "square",
                                       "tan",
                                       "constant_like"};
constexpr std::string_view kBinary[] = {"mulhi", "next_after", "polygamma",
                                        "zeta"};
constexpr std::string_view kBroadcast[] = {"broadcast_add",
                                           "broadcast_and",
                                           "broadcast_atan2",
                                           "broadcast_compare",
                                           "broadcast_complex",
                                           "broadcast_divide",
                                           "broadcast_maximum",
                                           "broadcast_minimum",
                                           "broadcast_multiply",
                                           "broadcast_next_after",
                                           "broadcast_or",
                                           "broadcast_polygamma",
                                           "broadcast_power",
                                           "broadcast_remainder",
                                           "broadcast_shift_left",
                                           "broadcast_shift_right_arithmetic",
                                           "broadcast_shift_right_logical",
                                           "broadcast_subtract",
                                           "broadcast_xor",
                                           "broadcast_zeta"};
// Ops with test cases of their own.
constexpr std::string_view kOthers[] = {"broadcast_select", "constant",
                                        "ragged_dot", "scan", "top_k"};

std::optional<Module> Parse(const std::string& body) {
  Diagnostics diagnostics;
  std::optional<Module> m =
      ParseModule(std::make_shared<const SourceBuffer>(
                      "test", "func.func @main(" + body + "}\n"),
                  {}, diagnostics);
  for (const Message& d : diagnostics.all()) {
    ADD_FAILURE() << d.text << "\n" << body;
  }
  return m;
}

// Returns the first op of the function.
OpId FirstOp(const Module& m) {
  OpId found;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (HasTrait(m, op, kSymbol) || op == m.root()) return WalkResult::kAdvance;
    found = op;
    return WalkResult::kStop;
  });
  return found;
}

// Returns the rule without the angle brackets, or "" if there is none.
std::string RuleOf(const std::string& body, bool extra = true) {
  const std::optional<Module> m = Parse(body);
  if (!m) return "?";
  const std::optional<Rule> rule =
      CreateRule(*m, FirstOp(*m), {.extra = extra});
  if (!rule) return "";
  std::string text;
  AppendRule(TextOf(*rule), text);
  return text.substr(1, text.size() - 2);
}

std::string Op(std::string_view name, std::string_view args,
               std::string_view operands, std::string_view type) {
  return std::string(args) + ") {\n%r = \"chlo." + std::string(name) + "\"(" +
         std::string(operands) + ") : " + std::string(type) + "\nreturn\n";
}

TEST(ChloRules, TheListsAreComplete) {
  std::set<std::string> named;
  for (const auto& list : {std::span<const std::string_view>(kUnary),
                           std::span<const std::string_view>(kBinary),
                           std::span<const std::string_view>(kBroadcast),
                           std::span<const std::string_view>(kOthers)}) {
    for (const std::string_view name : list) {
      named.insert("chlo." + std::string(name));
    }
  }
  std::set<std::string> known;
  for (int i = 1; i < static_cast<int>(OpKind::kCount); ++i) {
    const std::string_view name = OpMnemonic(static_cast<OpKind>(i));
    if (name.starts_with("chlo.")) known.insert(std::string(name));
  }
  EXPECT_EQ(named, known);
}

TEST(ChloRules, UnaryAndBinaryOpsArePointwise) {
  for (const std::string_view name : kUnary) {
    const std::string body = Op(name, "%a: tensor<4x6xf32>", "%a",
                                "(tensor<4x6xf32>) -> tensor<4x6xf32>");
    EXPECT_EQ(RuleOf(body), "([i, j])->([i, j]) {i=4, j=6}") << name;
    EXPECT_EQ(RuleOf(body, false), "") << name;
  }
  for (const std::string_view name : kBinary) {
    const std::string body =
        Op(name, "%a: tensor<4x6xf32>", "%a, %a",
           "(tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>");
    EXPECT_EQ(RuleOf(body), "([i, j], [i, j])->([i, j]) {i=4, j=6}") << name;
    EXPECT_EQ(RuleOf(body, false), "") << name;
  }
}

TEST(ChloRules, BroadcastsAlignTheLastDimensions) {
  for (const std::string_view name : kBroadcast) {
    const std::string body =
        Op(name, "%a: tensor<4x1xf32>, %b: tensor<6xf32>", "%a, %b",
           "(tensor<4x1xf32>, tensor<6xf32>) -> tensor<4x6xf32>");
    EXPECT_EQ(RuleOf(body), "([i, k], [j])->([i, j]) {i=4, j=6, k=1}") << name;
    EXPECT_EQ(RuleOf(body, false), "") << name;
  }
}

TEST(ChloRules, Select) {
  EXPECT_EQ(RuleOf(Op("broadcast_select",
                      "%p: tensor<i1>, %a: tensor<4x1xf32>, %b: tensor<6xf32>",
                      "%p, %a, %b",
                      "(tensor<i1>, tensor<4x1xf32>, tensor<6xf32>) -> "
                      "tensor<4x6xf32>")),
            "([], [i, k], [j])->([i, j]) {i=4, j=6, k=1}");
}

TEST(ChloRules, TopKNeedsTheLastDimensionWhole) {
  const auto top_k = [](std::string_view k) {
    const std::string n(k);
    return RuleOf("%a: tensor<4x6xf32>) {\n%r:2 = chlo.top_k(%a, k = " + n +
                  ") : tensor<4x6xf32> -> (tensor<4x" + n + "xf32>, tensor<4x" +
                  n + "xi32>)\nreturn\n");
  };
  constexpr std::string_view kRule =
      "([i, j])->([i, j], [i, j]) {i=4, j=6} need_replication={j} "
      "blocked_propagation={j}";
  EXPECT_EQ(top_k("2"), kRule);
  EXPECT_EQ(top_k("6"), kRule);  // all elements, in order
}

std::string Scan(std::string_view dimension, std::string_view inner,
                 std::string_view carry) {
  return "%a: tensor<4x6xf32>, %c: tensor<" + std::string(carry) +
         "xf32>) {\n%r:2 = \"chlo.scan\"(%a, %c) <{dimension = " +
         std::string(dimension) +
         " : i64, is_reverse = false, operandSegmentSizes = array<i32: 1, 1>, "
         "resultSegmentSizes = array<i32: 1, 1>}> ({\n^bb0(%x: tensor<" +
         std::string(carry) + "xf32>, %y: tensor<" + std::string(carry) +
         "xf32>):\n%s = " + std::string(inner) +
         "\nstablehlo.return %s, %s : tensor<" + std::string(carry) +
         "xf32>, tensor<" + std::string(carry) +
         "xf32>\n}) : (tensor<4x6xf32>, tensor<" + std::string(carry) +
         "xf32>) -> (tensor<4x6xf32>, tensor<" + std::string(carry) +
         "xf32>)\nreturn\n";
}

TEST(ChloRules, ScansNeedTheirDimensionWhole) {
  EXPECT_EQ(RuleOf(Scan("0", "stablehlo.add %x, %y : tensor<6xf32>", "6")),
            "([i, j], [j])->([i, j], [j]) {i=4, j=6} need_replication={i}");
  EXPECT_EQ(RuleOf(Scan("1", "stablehlo.add %x, %y : tensor<4xf32>", "4")),
            "([i, j], [i])->([i, j], [i]) {i=4, j=6} need_replication={j}");
  // There is no rule if the body moves elements, because nothing is known about
  // the other dimensions then.
  EXPECT_EQ(RuleOf(Scan("0", "stablehlo.reverse %x, dims = [0] : tensor<6xf32>",
                        "6")),
            "");
}

std::string RaggedDot(std::string_view lhs, std::string_view rhs,
                      std::string_view groups, std::string_view out,
                      std::string_view numbers) {
  const auto t = [](std::string_view shape, std::string_view element) {
    return "tensor<" + std::string(shape) + "x" + std::string(element) + ">";
  };
  return "%a: " + t(lhs, "f32") + ", %b: " + t(rhs, "f32") +
         ", %g: " + t(groups, "i64") +
         ") {\n%r = \"chlo.ragged_dot\"(%a, %b, %g) "
         "<{ragged_dot_dimension_numbers = #chlo.ragged_dot<" +
         std::string(numbers) + ">}> : (" + t(lhs, "f32") + ", " +
         t(rhs, "f32") + ", " + t(groups, "i64") + ") -> " + t(out, "f32") +
         "\nreturn\n";
}

TEST(ChloRules, RaggedDot) {
  // With ragged rows, the group of a row selects its matrix in rhs.
  EXPECT_EQ(RuleOf(RaggedDot("2x5x6", "3x2x6x7", "3", "2x5x7",
                             "lhs_batching_dimensions = [0], "
                             "rhs_batching_dimensions = [1], "
                             "lhs_contracting_dimensions = [2], "
                             "rhs_contracting_dimensions = [2], "
                             "lhs_ragged_dimensions = [1], "
                             "rhs_group_dimensions = [0]")),
            "([i, j, l], [m, i, l, k], [n])->([i, j, k]) {i=2, j=5, k=7, l=6, "
            "m=3, n=1} reduction={l} need_replication={j, m}");
  // A ragged contracting dimension results in one product for each group.
  EXPECT_EQ(RuleOf(RaggedDot("2x5x6", "2x6x7", "3", "3x2x5x7",
                             "lhs_batching_dimensions = [0], "
                             "rhs_batching_dimensions = [0], "
                             "lhs_contracting_dimensions = [2], "
                             "rhs_contracting_dimensions = [1], "
                             "lhs_ragged_dimensions = [2], "
                             "rhs_group_dimensions = []")),
            "([i, j, l], [i, l, k], [n])->([m, i, j, k]) {i=2, j=5, k=7, l=6, "
            "m=3, n=1} need_replication={l, m}");
}

// The sizes of the groups have no factor, which isn't worth a warning.
TEST(ChloRules, RaggedDotsCauseNoWarning) {
  std::optional<Module> m = Parse(RaggedDot(
      "5x6", "3x6x7", "3", "5x7",
      "lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
      "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], "
      "lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]"));
  ASSERT_TRUE(m);
  Diagnostics diagnostics;
  RuleWarnings warnings;
  RuleLookup lookup(*m, {.extra = true}, warnings, diagnostics);
  EXPECT_TRUE(lookup.Get(FirstOp(*m)));
  EXPECT_THAT(diagnostics.all(), IsEmpty());
}

TEST(ChloRules, WarningsEndWhereRulesBegin) {
  std::optional<Module> m = Parse(
      "%a: tensor<4xf32>) {\n%c = chlo.constant dense<1.0> : tensor<4xf32>\n"
      "%0 = chlo.erf %a : tensor<4xf32> -> tensor<4xf32>\n"
      "%1 = chlo.erf %0 : tensor<4xf32> -> tensor<4xf32>\nreturn\n");
  ASSERT_TRUE(m);
  for (const bool extra : {false, true}) {
    Diagnostics diagnostics;
    RuleWarnings warnings;
    RuleLookup lookup(*m, {.extra = extra}, warnings, diagnostics);
    WalkPreOrder(*m, m->root(), [&](OpId op) { lookup.Get(op); });
    std::vector<std::string> messages;
    for (const Message& d : diagnostics.all()) messages.push_back(d.text);
    if (extra) {
      EXPECT_THAT(messages, IsEmpty());
    } else {
      EXPECT_THAT(
          messages,
          ElementsAre(
              "op 'chlo.constant' is unknown to SDY sharding rule registry",
              "op 'chlo.erf' is unknown to SDY sharding rule registry"));
    }
  }
}

}  // namespace
}  // namespace shardflow::internal
