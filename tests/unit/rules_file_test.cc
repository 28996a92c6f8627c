#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "json/rules_read.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

using ::testing::SizeIs;

struct Outcome {
  bool ok = false;
  OpExtensions rules;
  std::string error;  // "3:7: message"
};

Outcome ReadText(std::string text) {
  const SourceBuffer source("my.rules", std::move(text));
  Diagnostics diagnostics;
  Outcome outcome;
  outcome.ok = ReadRules(source, outcome.rules, diagnostics);
  EXPECT_EQ(outcome.ok, diagnostics.empty());
  for (const Message& d : diagnostics.all()) {
    if (d.line > 0) {
      outcome.error +=
          std::to_string(d.line) + ":" + std::to_string(d.column) + ": ";
    }
    outcome.error += d.text;
  }
  return outcome;
}

void ExpectTheSameRules(const OpExtensions& rules) {
  ASSERT_THAT(rules.ops(), SizeIs(2));
  const OpExtension& gelu = rules.ops().at("my.gelu");
  EXPECT_EQ(gelu.traits, kElementwise | kPure);
  ASSERT_THAT(gelu.rules, SizeIs(1));
  EXPECT_THAT(gelu.rules[0].where, SizeIs(0));
  const OpExtension& matmul = rules.ops().at("my.matmul");
  EXPECT_EQ(matmul.traits, 0u);
  ASSERT_THAT(matmul.rules, SizeIs(2));
  ASSERT_THAT(matmul.rules[0].where, SizeIs(3));
  EXPECT_EQ(matmul.rules[0].where[0].name, "config/mode");
  EXPECT_EQ(matmul.rules[0].where[0].kind, AttrGuard::Kind::kString);
  EXPECT_EQ(matmul.rules[0].where[0].text, "full");
  EXPECT_EQ(matmul.rules[0].where[1].kind, AttrGuard::Kind::kInteger);
  EXPECT_EQ(matmul.rules[0].where[1].number, -3);
  EXPECT_EQ(matmul.rules[0].where[2].kind, AttrGuard::Kind::kBool);
  EXPECT_EQ(matmul.rules[0].where[2].number, 1);
  EXPECT_THAT(matmul.rules[1].pattern->operands, SizeIs(2));
  ASSERT_THAT(rules.targets(), SizeIs(1));
  EXPECT_EQ(rules.targets().begin()->first, "a \"kernel\"");
}

TEST(RulesFile, Text) {
  const Outcome outcome = ReadText(R"(# two rules for one op
my.matmul where config/mode = "full", axis = -3, flag = true:
    ([i])->([i])
my.matmul: ([i, k], [k, j])->([i, j]) reduction={k}
my.gelu elementwise pure: ([...])->([...])  // of any rank
@"a \"kernel\"": ([i])->([i])
)");
  ASSERT_TRUE(outcome.ok) << outcome.error;
  ExpectTheSameRules(outcome.rules);
  EXPECT_EQ(outcome.rules.ops().at("my.matmul").rules[1].place, "my.rules:4:1");
}

TEST(RulesFile, Json) {
  const Outcome outcome = ReadText(R"j({
  "version": 1,
  "x-author": {"anything": [1, 2]},
  "rules": [
    {"op": "my.matmul", "rule": "([i])->([i])",
     "where": {"config/mode": "full", "axis": -3, "flag": true}},
    {"op": "my.matmul", "rule": "([i, k], [k, j])->([i, j]) reduction={k}"},
    {"op": "my.gelu", "traits": ["elementwise", "pure"],
     "rule": "([...])->([...])", "x-note": null},
    {"target": "a \"kernel\"", "rule": "([i])->([i])"}
  ]
})j");
  ASSERT_TRUE(outcome.ok) << outcome.error;
  ExpectTheSameRules(outcome.rules);
  EXPECT_EQ(outcome.rules.ops().at("my.matmul").rules[1].place,
            "my.rules: /rules/1");
}

// The examples in docs/rules.md are valid rules files.
TEST(RulesFile, Documentation) {
  std::ifstream file("docs/rules.md");
  std::stringstream text;
  text << file.rdbuf();
  const std::string page = text.str();
  int blocks = 0;
  for (const std::string_view head : {"```\n# my.rules\n", "```json\n"}) {
    const size_t begin = page.find(head);
    ASSERT_NE(begin, page.npos) << head;
    const size_t first = page.find('\n', begin) + 1;
    const Outcome outcome =
        ReadText(page.substr(first, page.find("```", first) - first));
    EXPECT_TRUE(outcome.ok) << outcome.error;
    EXPECT_THAT(outcome.rules.ops(), SizeIs(2));
    EXPECT_THAT(outcome.rules.targets(), SizeIs(1));
    ++blocks;
  }
  EXPECT_EQ(blocks, 2);
}

TEST(RulesFile, NothingIsAnEmptySet) {
  EXPECT_TRUE(ReadText("").ok);
  EXPECT_TRUE(ReadText(" # only a comment").ok);
  EXPECT_TRUE(ReadText(R"j({"version": 1, "rules": []})j").ok);
}

TEST(RulesFile, AfterAnErrorNothingIsAdded) {
  const Outcome outcome = ReadText("my.op: ([i])->([i])\nmy.op: ([i])\n");
  EXPECT_FALSE(outcome.ok);
  EXPECT_TRUE(outcome.rules.empty());
}

struct Wrong {
  std::string text;
  std::string error;
};

TEST(RulesFile, ErrorsOfTheText) {
  const Wrong kCases[] = {
      {"my.op ([i])->([i])", "1:7: expected ':'"},
      {"my.op\n  fast: ([i])->([i])",
       "2:3: expected ':', 'where' or a trait (elementwise or pure), got "
       "'fast'"},
      {"my.op: ([i])\n ->\n ([k i])", "3:6: expected ']'"},
      {"@: ([i])->([i])", "1:2: expected the target of a custom call"},
      {": ([i])->([i])",
       "1:1: expected the name of an op, or '@' and a target"},
      {"\"my.op: ([i])->([i])", "1:1: the string has no end"},
      {"my.op where axis: ([i])->([i])", "1:17: expected '='"},
      {"my.op where = 1: ([i])->([i])",
       "1:13: expected the name of an attribute"},
      {"my.op where axis = one: ([i])->([i])",
       "1:20: expected a string, an integer, true or false"},
      {"my.op where axis = 99999999999999999999: ([i])->([i])",
       "1:20: expected a string, an integer, true or false"},
      {"my.op: ([i])->([i]) reduction={i}",
       "1:32: reduction factor 'i' appears in a result"},
      {"@kernel pure: ([i])->([i])",
       "1:1: traits are for ops, not for targets of custom calls"},
      {"stablehlo.add pure: ([i])->([i])",
       "1:1: the traits of 'stablehlo.add' are known and cannot be changed"},
      {"\nstablehlo.add: ([i])->([i]) flops={i}",
       "2:1: the cost of 'stablehlo.add' is known and cannot be changed"},
  };
  for (const Wrong& c : kCases) EXPECT_EQ(ReadText(c.text).error, c.error);
}

TEST(RulesFile, ErrorsOfJson) {
  const auto one = [](const std::string& rule) {
    return R"j({"version": 1, "rules": [)j" + rule + "]}";
  };
  const Wrong kCases[] = {
      {R"j({"rules": []})j", "1:1: needs \"version\""},
      {R"j({"version": 2, "rules": []})j", "1:13: /version: expected 1"},
      {R"j({"version": 1})j", "1:1: needs \"rules\""},
      {R"j({"version": 1, "rules": [], "rule": 1})j",
       "1:29: /rule: unknown key \"rule\""},
      {one("[]"), "1:26: /rules/0: expected an object, found an array"},
      {one(R"j({"rule": "([i])->([i])"})j"),
       "1:26: /rules/0: expected either \"op\" or \"target\""},
      {one(R"j({"op": "a", "target": "b", "rule": "([i])->([i])"})j"),
       "1:26: /rules/0: expected either \"op\" or \"target\""},
      {one(R"j({"op": "stablehlo.add", "rule": "([i])->([i]) bytes={i}"})j"),
       "1:58: /rules/0/rule: the cost of 'stablehlo.add' is known and cannot "
       "be changed"},
      {one(R"j({"op": 1, "rule": "([i])->([i])"})j"),
       "1:33: /rules/0/op: expected a string, found a number"},
      {one(R"j({"op": "", "rule": "([i])->([i])"})j"),
       "1:33: /rules/0/op: is empty"},
      {one(R"j({"op": "a"})j"), "1:26: /rules/0: needs \"rule\""},
      {one(R"j({"op": "a", "rule": "([i])->([i]"})j"),
       "1:46: /rules/0/rule: expected ')', got the end (column 12 of "
       "'([i])->([i]')"},
      {one(R"j({"op": "a", "rule": "([i])->([i])", "when": {}})j"),
       "1:62: /rules/0/when: unknown key \"when\""},
      {one(R"j({"op": "a", "rule": "([i])->([i])", "where": []})j"),
       "1:71: /rules/0/where: expected an object, found an array"},
      {one(R"j({"op": "a", "rule": "([i])->([i])", "where": {"a/b": 1.5}})j"),
       "1:79: /rules/0/where/a~1b: expected a string, an integer, true or "
       "false"},
      // Keys are escaped in a JSON pointer.
      {one(R"j({"op": "a", "rule": "([i])->([i])", "a/b~": 1})j"),
       "1:62: /rules/0/a~1b~0: unknown key \"a/b~\""},
      {one(R"j({"op": "a", "rule": "([i])->([i])", "traits": ["fast"]})j"),
       "1:73: /rules/0/traits/0: expected \"elementwise\" or \"pure\""},
      {one(R"j({"target": "a", "rule": "([i])->([i])", "traits": ["pure"]})j"),
       "1:76: /rules/0/traits: traits are for ops, not for targets of custom "
       "calls"},
  };
  for (const Wrong& c : kCases) EXPECT_EQ(ReadText(c.text).error, c.error);
}

TEST(RulesFile, JsonSyntaxErrorsHaveAPlace) {
  const Outcome outcome = ReadText("{\n  \"version\": 1,\n  \"rules\": [}\n");
  EXPECT_FALSE(outcome.ok);
  EXPECT_THAT(outcome.error, ::testing::StartsWith("3:13: "));
  EXPECT_THAT(outcome.error, ::testing::HasSubstr("expected a value"));
  EXPECT_FALSE(ReadText("{").ok);
  EXPECT_FALSE(ReadText("{\"version\": 1, \"rules\": []} trailing").ok);
  EXPECT_FALSE(ReadText("{\"\xff\": 1}").ok);
  EXPECT_FALSE(ReadText(std::string(100'000, '{')).ok);
  EXPECT_FALSE(
      ReadText("{\"version\": 1, \"x-\": " + std::string(100'000, '[') +
               std::string(100'000, ']') + "}")
          .ok);
}

}  // namespace
}  // namespace shardflow::internal
