// Tests which ops share a rule that callbacks of the caller returned: those
// with the same text, name and types.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/walk.h"
#include "ops/extensions.h"
#include "ops/op_def.h"
#include "sharding/rule_text.h"
#include "text/read.h"

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;

Module Parse(const std::string& body) {
  Diagnostics diagnostics;
  std::optional<Module> m =
      ParseModule(std::make_shared<const SourceBuffer>("test", body),
                  {.allow_unregistered_dialects = true}, diagnostics);
  for (const Message& d : diagnostics.all()) ADD_FAILURE() << d.text;
  return *std::move(m);
}

// Looks up all ops outside of functions in order, as a lookup of the whole
// module does. Each op's rule is the string in its attribute `rule`. Returns
// the rules, without angle brackets. For a rule that an earlier op made,
// returns "rule of" and that op's index instead; for an error, its text.
std::vector<std::string> Answers(const std::string& body) {
  const Module m = Parse(body);
  OpExtension extension;
  extension.rules.push_back(
      {.pattern = std::nullopt,
       .callback = [](const Module& in, OpId op) -> std::optional<std::string> {
         const AttrId text = AttrAt(in, op, "rule");
         if (!in.attrs.Is(text, AttrKind::kString)) return std::nullopt;
         return std::string(in.names.Get(in.attrs.StringValue(text)));
       },
       .where = {},
       .place = ""});
  std::vector<std::string> answers;
  CallbackRules made;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (op == m.root() || AttrAt(m, op, "rule").IsNone()) {
      return WalkResult::kAdvance;
    }
    ExtensionAnswer answer = FindExtensionRule(m, op, extension, {}, made);
    if (answer.known) {
      answers.push_back("rule of " + std::to_string(answer.known.Slot()));
    } else if (answer.rule) {
      const auto index = static_cast<int32_t>(answers.size());
      std::string text;
      AppendRule(TextOf(*answer.rule), text);
      answers.push_back(text.substr(1, text.size() - 2));
      EXPECT_TRUE(made.emplace(answer.key, RuleId{index}).second);
    } else {
      answers.push_back(answer.error ? answer.error->message : "");
    }
    return WalkResult::kAdvance;
  });
  return answers;
}

TEST(CallbackRules, AreSharedByOpsWithTheSameTextNameAndTypes) {
  // Other attributes don't matter.
  EXPECT_THAT(
      Answers("%a = \"my.source\"() : () -> tensor<8xf32>\n"
              "%0 = \"my.op\"(%a) {rule = \"([i])->([i])\", n = 0 : i64} : "
              "(tensor<8xf32>) -> tensor<8xf32>\n"
              "%1 = \"my.op\"(%0) {rule = \"([i])->([i])\", n = 1 : i64} : "
              "(tensor<8xf32>) -> tensor<8xf32>\n"),
      ElementsAre("([i])->([i]) {i=8}", "rule of 0"));
}

TEST(CallbackRules, DependOnTheText) {
  EXPECT_THAT(Answers("%a = \"my.source\"() : () -> tensor<8xf32>\n"
                      "%0 = \"my.op\"(%a) {rule = \"([i])->([i])\"} : "
                      "(tensor<8xf32>) -> tensor<8xf32>\n"
                      "%1 = \"my.op\"(%a) {rule = \"([i])->([*])\"} : "
                      "(tensor<8xf32>) -> tensor<8xf32>\n"),
              ElementsAre("([i])->([i]) {i=8}", "([i])->([j]) {i=8, j=1}"));
}

TEST(CallbackRules, DependOnTheTypes) {
  const std::string rule = "{rule = \"([i])->([i])\"}";
  EXPECT_THAT(Answers("%a = \"my.source\"() : () -> tensor<8xf32>\n"
                      "%b = \"my.source\"() : () -> tensor<4xf32>\n"
                      "%0 = \"my.op\"(%a) " +
                      rule +
                      " : (tensor<8xf32>) -> tensor<8xf32>\n"
                      "%1 = \"my.op\"(%b) " +
                      rule + " : (tensor<4xf32>) -> tensor<4xf32>\n"),
              ElementsAre("([i])->([i]) {i=8}", "([i])->([i]) {i=4}"));
  // Types of results, and where operands end and results begin.
  EXPECT_THAT(
      Answers("%a = \"my.source\"() : () -> tensor<8xf32>\n"
              "%0 = \"my.op\"(%a) {rule = \"([*])->([i])\"} : "
              "(tensor<8xf32>) -> tensor<8xf32>\n"
              "%1 = \"my.op\"(%a) {rule = \"([*])->([i])\"} : "
              "(tensor<8xf32>) -> tensor<2xf32>\n"),
      ElementsAre("([j])->([i]) {i=8, j=1}", "([j])->([i]) {i=2, j=1}"));
}

// shardflow knows the cost of `stablehlo.dot`, so a rule may not state it.
TEST(CallbackRules, DependOnTheName) {
  const std::string rule =
      "{rule = \"([i, j], [j, k])->([i, k]) flops={1*i*j*k}\"}";
  const std::string types =
      " : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>\n";
  EXPECT_THAT(
      Answers("%a = \"my.source\"() : () -> tensor<8x8xf32>\n"
              "%0 = \"my.dot\"(%a, %a) " +
              rule + types + "%1 = \"stablehlo.dot\"(%a, %a) " + rule + types),
      ElementsAre("([i, j], [j, k])->([i, k]) {i=8, j=8, k=8}",
                  "the cost of 'stablehlo.dot' is known and "
                  "cannot be changed"));
}

}  // namespace
}  // namespace shardflow::internal
