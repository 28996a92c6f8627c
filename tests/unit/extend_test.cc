#include "shardflow/extend.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests an embedder's own ops, with only the public headers.

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::string_view kMesh = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n";

Program Parse(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  std::optional<Program> program =
      Program::Read("test.mlir", std::string(kMesh) + text, options, messages);
  for (const Message& message : messages) ADD_FAILURE() << message.ToString();
  return std::move(*program);
}

struct Outcome {
  bool ok = false;
  std::string text;
  std::vector<std::string> messages;
};

Outcome RunPasses(Program program, const std::vector<std::string>& passes,
                  const OpRegistry& registry) {
  RunOptions options;
  options.registry = &registry;
  options.verify_after = true;
  Outcome outcome;
  std::vector<Message> messages;
  outcome.ok = true;
  for (const std::string& pass : passes) {
    const size_t equals = pass.find('=');
    outcome.ok &= program.Run(
        pass.substr(0, equals),
        equals == pass.npos ? "" : pass.substr(equals + 1), options, messages);
  }
  for (const Message& message : messages) {
    outcome.messages.push_back(message.text);
  }
  outcome.text = program.Write();
  return outcome;
}

void AddRule(OpRegistry& registry, std::string_view op, std::string_view rule) {
  std::vector<Message> messages;
  EXPECT_TRUE(registry.AddRule(op, rule, messages));
  EXPECT_THAT(messages, IsEmpty());
}

const std::string kProgram = R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = "my.op"(%a) {axis = 1 : i64, mode = "full", perm = array<i64: 1, 0>, on = true} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
)";

constexpr std::string_view kPopulate = "sdy-populate-op-sharding-rules";

std::string RuleIn(const std::string& text) {
  const size_t begin = text.find("#sdy.op_sharding_rule");
  return begin == text.npos
             ? ""
             : text.substr(begin, text.find('>', text.find("->", begin) + 2) +
                                      1 - begin);
}

// The rule of an op without results propagates shardings between its operands.
// The printed program doesn't contain the rule.
TEST(Extend, ARuleForAnOpWithoutResults) {
  OpRegistry registry;
  AddRule(registry, "my.store", "([i, j], [i])->() reduction={}");
  const std::string program = R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8xi32>) {
  "my.store"(%a, %b) : (tensor<8x16xf32>, tensor<8xi32>) -> ()
  return
}
)";
  const Outcome outcome =
      RunPasses(Parse(program), {"sdy-propagation-pipeline"}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.messages, IsEmpty());
  EXPECT_THAT(outcome.text, HasSubstr(R"(%arg1: tensor<8xi32> {sdy.sharding = )"
                                      R"(#sdy.sharding<@mesh, [{"x"}]>})"));
  EXPECT_THAT(outcome.text, Not(HasSubstr("sharding_rule")));
  // Operands with conflicting shardings are resharded.
  const Outcome resharded = RunPasses(
      Parse(R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) {
  "my.store"(%a, %b) : (tensor<8x16xf32>, tensor<8xi32>) -> ()
  return
}
)"),
      {"sdy-insert-explicit-reshards=enable-full-version=true"}, registry);
  EXPECT_TRUE(resharded.ok);
  EXPECT_THAT(resharded.messages, IsEmpty());
  EXPECT_THAT(resharded.text,
              HasSubstr(R"(sdy.reshard %arg1 <@mesh, [{"x"}]>)"));
}

TEST(Extend, ARuleOfText) {
  OpRegistry registry;
  AddRule(registry, "my.op", "([i, j])->([j, i])");
  const Outcome outcome =
      RunPasses(Parse(kProgram), {std::string(kPopulate)}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.messages, IsEmpty());
  EXPECT_EQ(RuleIn(outcome.text),
            "#sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16}>");
}

TEST(Extend, PropagationAndReshardsUseIt) {
  OpRegistry registry;
  AddRule(registry, "my.op", "([i, j])->([j, i])");
  const Outcome outcome =
      RunPasses(Parse(kProgram), {"sdy-propagation-pipeline"}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.text,
              HasSubstr("#sdy.sharding_per_value<[<@mesh, [{}, {\"x\"}]>]>"));

  // Shardings that conflict along a factor are resharded.
  const Outcome reshards = RunPasses(
      Parse(R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = "my.op"(%a) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
)"),
      {"sdy-insert-explicit-reshards=enable-full-version=true"}, registry);
  EXPECT_TRUE(reshards.ok);
  EXPECT_THAT(reshards.text, HasSubstr("sdy.reshard"));
  EXPECT_THAT(
      RunPasses(Parse(kProgram), {"sdy-insert-explicit-reshards"}, registry)
          .text,
      Not(HasSubstr("sdy.reshard %arg0")));
}

// What the program of a device does for ops of which only the rule is known.
TEST(Extend, PartitionUsesIt) {
  OpRegistry registry;
  AddRule(registry, "my.matmul", "([i, k], [k, j])->([i, j]) reduction={k}");
  registry.AddRule("my.flip", [](const OpView& op) {
    return OpRuleBuilder(op)
        .AddFactor({0}, {0}, FactorKind::kPermutation)
        .Text();
  });
  const auto partition = [&](const std::string& text) {
    PartitionOptions options;
    options.run.registry = &registry;
    std::vector<Message> messages;
    Program program = Parse(text);
    EXPECT_TRUE(Partition(program, options, messages));
    EXPECT_THAT(messages, IsEmpty());
    return program.Write();
  };
  const auto product = [](int64_t size) {
    const std::string k = std::to_string(size);
    const std::string a = "tensor<4x" + k + "xf32>";
    const std::string b = "tensor<" + k + "x4xf32>";
    return "func.func @main(%a: tensor<4x8xf32> {sdy.sharding = "
           "#sdy.sharding<@mesh, [{}, {\"y\"}]>}, %b: tensor<8x4xf32>) -> "
           "tensor<4x4xf32> {\n"
           "  %0 = stablehlo.slice %a [0:4, 0:" +
           k +
           "] {sdy.sharding = "
           "#sdy.sharding_per_value<[<@mesh, [{}, {\"y\"}]>]>} : "
           "(tensor<4x8xf32>) -> " +
           a +
           "\n"
           "  %1 = stablehlo.slice %b [0:" +
           k +
           ", 0:4] : "
           "(tensor<8x4xf32>) -> " +
           b +
           "\n"
           "  %2 = \"my.matmul\"(%0, %1) : (" +
           a + ", " + b +
           ") -> "
           "tensor<4x4xf32>\n"
           "  return %2 : tensor<4x4xf32>\n}\n";
  };
  const std::string sum = partition(product(8));
  EXPECT_THAT(sum, HasSubstr("\"my.matmul\"(%0, %1) : (tensor<4x2xf32>, "
                             "tensor<2x4xf32>) -> tensor<4x4xf32>"));
  EXPECT_THAT(sum, HasSubstr("stablehlo.all_reduce"));
  // Seven elements on four devices are gathered.
  const std::string whole = partition(product(7));
  EXPECT_THAT(whole, HasSubstr("(tensor<4x7xf32>, tensor<7x4xf32>)"));
  EXPECT_THAT(whole, Not(HasSubstr("all_reduce")));

  const std::string flipped = partition(
      "func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"y\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"y\"}]>}) {\n"
      "  %0 = \"my.flip\"(%a) : (tensor<8xf32>) -> tensor<8xf32>\n"
      "  return %0 : tensor<8xf32>\n}\n");
  EXPECT_THAT(flipped,
              HasSubstr("\"my.flip\"(%0) : (tensor<8xf32>) -> tensor<8xf32>"));
}

TEST(Extend, ARegistryMayBeMoved) {
  OpRegistry first;
  AddRule(first, "my.turn", "([i, j])->([j, i])");
  OpRegistry second = std::move(first);
  OpRegistry registry;
  registry = std::move(second);
  RunOptions options;
  options.registry = &registry;
  Program program = Parse(R"(
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x8xf32> {
  %0 = "my.turn"(%a) : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
)");
  std::vector<Message> messages;
  EXPECT_TRUE(program.Run("sdy-propagation-pipeline", "", options, messages));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_THAT(program.Write(),
              HasSubstr("sdy.sharding_per_value<[<@mesh, [{}, {\"x\"}]>]>"));
}

TEST(Extend, ACallbackSeesTheOp) {
  OpRegistry registry;
  registry.AddRule("my.op", [](const OpView& op) -> std::optional<std::string> {
    EXPECT_EQ(op.name(), "my.op");
    EXPECT_EQ(op.operand_count(), 1);
    EXPECT_EQ(op.result_count(), 1);
    EXPECT_EQ(op.region_count(), 0);
    EXPECT_EQ(op.OperandType(0), "tensor<8x16xf32>");
    EXPECT_EQ(op.ResultType(0), "tensor<16x8xf32>");
    EXPECT_EQ(op.OperandType(1), "");
    EXPECT_EQ(op.ResultType(-1), "");
    EXPECT_EQ(op.OperandShape(0), (std::vector<int64_t>{8, 16}));
    EXPECT_EQ(op.ResultShape(0), (std::vector<int64_t>{16, 8}));
    EXPECT_EQ(op.ResultShape(1), std::nullopt);
    EXPECT_EQ(op.IntegerAttribute("axis"), 1);
    EXPECT_EQ(op.IntegerAttribute("on"), 1);
    EXPECT_EQ(op.IntegerAttribute("mode"), std::nullopt);
    EXPECT_EQ(op.StringAttribute("mode"), "full");
    EXPECT_EQ(op.StringAttribute("none"), std::nullopt);
    EXPECT_THAT(op.IntegerArrayAttribute("perm"), ElementsAre(1, 0));
    EXPECT_THAT(op.IntegerArrayAttribute("none"), IsEmpty());
    EXPECT_EQ(op.ArgumentCount(0), 0);
    EXPECT_EQ(op.TerminatorOperandCount(0), 0);
    return "([i, j])->([j, i]) need_replication={j}";
  });
  const Outcome outcome =
      RunPasses(Parse(kProgram), {std::string(kPopulate)}, registry);
  EXPECT_EQ(RuleIn(outcome.text),
            "#sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16} "
            "need_replication={j}>");
}

TEST(Extend, ACallbackIsAskedOnceForOpsThatLookTheSame) {
  OpRegistry registry;
  int calls = 0;
  registry.AddRule("my.op", [&](const OpView&) {
    ++calls;
    return "([i])->([i])";
  });
  std::string body = "func.func @main(%v0: tensor<8xf32>) -> tensor<8xf32> {\n";
  for (int i = 0; i < 100; ++i) {
    body += "%v" + std::to_string(i + 1) + " = \"my.op\"(%v" +
            std::to_string(i) + ") : (tensor<8xf32>) -> tensor<8xf32>\n";
  }
  const Outcome outcome =
      RunPasses(Parse(body + "return %v100 : tensor<8xf32>\n}\n"),
                {std::string(kPopulate)}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(calls, 1);
}

TEST(Extend, ACallbackMayHaveNoRuleOrAWrongOne) {
  OpRegistry none;
  none.AddRule("my.op", [](const OpView&) { return std::nullopt; });
  const Outcome without =
      RunPasses(Parse(kProgram), {std::string(kPopulate)}, none);
  EXPECT_TRUE(without.ok);
  EXPECT_THAT(without.messages,
              ElementsAre("op 'my.op' has no rule that fits: the callback has "
                          "none"));
  OpRegistry wrong;
  wrong.AddRule("my.op", [](const OpView&) { return "([i, j])"; });
  const Outcome broken =
      RunPasses(Parse(kProgram), {std::string(kPopulate)}, wrong);
  EXPECT_FALSE(broken.ok);
  EXPECT_THAT(broken.messages,
              ElementsAre("rule of op 'my.op': column 9 of '([i, j])': "
                          "expected '->', got the end"));
}

TEST(Extend, RulesOfTargetsAndOfBuiltInOps) {
  const std::string text = R"(
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @mine(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
)";
  OpRegistry registry;
  AddRule(registry, "@mine", "([i, j])->([i, j])");
  EXPECT_EQ(
      RuleIn(RunPasses(Parse(text), {std::string(kPopulate)}, registry).text),
      "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>");
  // A rule for the op's name takes precedence over one for the target, and the
  // user's rule over the built-in one.
  AddRule(registry, "stablehlo.custom_call", "([i, j])->([i, *])");
  EXPECT_EQ(
      RuleIn(RunPasses(Parse(text), {std::string(kPopulate)}, registry).text),
      "#sdy.op_sharding_rule<([i, j])->([i, k]) {i=8, j=16, k=1}>");
  OpRegistry host;
  AddRule(host, "@MoveToHost", "([i, j])->([i, j]) need_replication={i, j}");
  const std::string moved = R"(
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @MoveToHost(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}
)";
  EXPECT_EQ(
      RuleIn(RunPasses(Parse(moved), {std::string(kPopulate)}, host).text),
      "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16} "
      "need_replication={i, j}>");
  EXPECT_EQ(RuleIn(RunPasses(Parse(moved), {std::string(kPopulate)}, {}).text),
            "#sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=16}>");
}

TEST(Extend, TheOpsOwnAttributeComesFirst) {
  OpRegistry registry;
  AddRule(registry, "my.op", "([i, j])->([j, i])");
  const Outcome outcome = RunPasses(Parse(R"(
func.func @main(%a: tensor<8x16xf32>) -> tensor<16x8xf32> {
  %0 = "my.op"(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l]) {i=8, j=16, k=16, l=8}, custom>} : (tensor<8x16xf32>) -> tensor<16x8xf32>
  return %0 : tensor<16x8xf32>
}
)"),
                                    {std::string(kPopulate)}, registry);
  EXPECT_EQ(RuleIn(outcome.text),
            "#sdy.op_sharding_rule<([i, j])->([k, l]) {i=8, j=16, k=16, l=8}, "
            "custom>");
}

TEST(Extend, TheFirstRuleThatFits) {
  OpRegistry registry;
  std::vector<Message> messages;
  ASSERT_TRUE(registry.ReadRules("my.rules", R"(
my.op: ([i])->([i])
my.op where axis = 0: ([i, j])->([i, j])
my.op where axis = 1, mode = "full", on = true: ([i, j])->([j, i])
my.op: ([i, j])->([*, *])
)",
                                 messages));
  EXPECT_EQ(
      RuleIn(
          RunPasses(Parse(kProgram), {std::string(kPopulate)}, registry).text),
      "#sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=16}>");
}

TEST(Extend, NoRuleFits) {
  OpRegistry registry;
  AddRule(registry, "my.op", "([i], [i])->([i])");
  const Outcome outcome =
      RunPasses(Parse(kProgram), {std::string(kPopulate)}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.messages,
              ElementsAre("op 'my.op' has no rule that fits: the rule is for 2 "
                          "operands, but the op has 1"));
  EXPECT_EQ(RuleIn(outcome.text), "");
}

TEST(Extend, NoRuleForDynamicShapes) {
  OpRegistry registry;
  AddRule(registry, "my.op", "([i])->([i])");
  registry.AddRule("my.op", RuleFunction());  // no function: nothing is added
  const Outcome outcome = RunPasses(Parse(R"(
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "my.op"(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
)"),
                                    {std::string(kPopulate)}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.messages, IsEmpty());
  EXPECT_EQ(RuleIn(outcome.text), "");
}

TEST(Extend, SizesThatDisagreeAreAnError) {
  OpRegistry registry;
  AddRule(registry, "my.op", "([i, j])->([i, j])");
  const Outcome outcome =
      RunPasses(Parse(kProgram), {std::string(kPopulate)}, registry);
  EXPECT_FALSE(outcome.ok);
  EXPECT_THAT(outcome.messages,
              ElementsAre("rule of op 'my.op': factor 'i' has size 8 in "
                          "dimension 0 of operand 0, but 16 in dimension 0 of "
                          "result 0"));
}

TEST(Extend, AWrongRuleIsNotAdded) {
  OpRegistry registry;
  std::vector<Message> messages;
  EXPECT_FALSE(registry.AddRule("my.op", "([i])", messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text,
            "rule of 'my.op', column 6 of '([i])': expected '->', got the end");
  EXPECT_FALSE(registry.ReadRules("my.rules", "my.op:\n ([i])", messages));
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1].ToString(),
            "my.rules:2:7: error: expected '->', got the end\n ([i])\n      "
            "^\n");
}

TEST(Extend, WarnsOncePerKindInAllRuns) {
  const OpRegistry registry;
  const Outcome outcome =
      RunPasses(Parse(R"(
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "my.op"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = "my.op"(%0) : (tensor<8xf32>) -> tensor<8xf32>
  %2 = stablehlo.custom_call @mine(%1) : (tensor<8xf32>) -> tensor<8xf32>
  %3 = stablehlo.custom_call @theirs(%2) : (tensor<8xf32>) -> tensor<8xf32>
  %4 = stablehlo.custom_call @mine(%3) : (tensor<8xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}
)"),
                {std::string(kPopulate), "sdy-basic-propagate"}, registry);
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(
      outcome.messages,
      ElementsAre(
          "op 'my.op' is unknown to SDY sharding rule registry",
          "custom call @mine is unknown to SDY sharding rule registry",
          "custom call @theirs is unknown to SDY sharding rule registry"));
}

TEST(Extend, OneRegistryServesManyThreads) {
  OpRegistry registry;
  registry.AddRule("my.op", [](const OpView& op) {
    return op.operand_count() == 1 ? "([i, j])->([j, i])" : "([i])->([i])";
  });
  const std::string expected =
      RunPasses(Parse(kProgram), {"sdy-propagation-pipeline"}, registry).text;
  EXPECT_THAT(expected, HasSubstr("[{}, {\"x\"}]"));
  std::vector<std::string> texts(4);
  std::vector<std::thread> threads;
  for (std::string& text : texts) {
    threads.emplace_back([&] {
      text = RunPasses(Parse(kProgram), {"sdy-propagation-pipeline"}, registry)
                 .text;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(texts, ::testing::Each(expected));
}

TEST(Extend, TraitsOfOps) {
  const std::string text = R"(
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = "my.op"(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %a : tensor<8xf32>
}
)";
  OpRegistry registry;
  AddRule(registry, "my.op", "([i])->([i])");
  EXPECT_THAT(RunPasses(Parse(text), {"sdy-basic-propagate"}, registry).text,
              HasSubstr("my.op"));
  registry.SetTraits("my.op", {.pure = true, .elementwise = true});
  EXPECT_THAT(RunPasses(Parse(text), {"sdy-basic-propagate"}, registry).text,
              Not(HasSubstr("my.op")));
}

// A random rule, with the sizes of its factors and shapes that fit it.
struct RandomRule {
  explicit RandomRule(std::mt19937& random) : rng(random) {
    const size_t factors = Below(5) + 1;
    for (size_t f = 0; f < factors; ++f) {
      sizes.push_back(static_cast<int64_t>(Below(4)));
      in_operands.push_back(false);
      in_results.push_back(false);
    }
    text = "(" + Tensors(operands, in_operands) + ")->(" +
           Tensors(results, in_results) + ")";
    AddSizes();
    AddGroups();
  }

  size_t Below(size_t n) { return rng() % n; }

  std::string Tensors(std::vector<std::string>& types,
                      std::vector<bool>& used) {
    std::string out;
    for (size_t count = Below(3) + 1; count > 0; --count) {
      std::vector<size_t> left(sizes.size());
      for (size_t f = 0; f < left.size(); ++f) left[f] = f;
      std::shuffle(left.begin(), left.end(), rng);
      out += out.empty() ? "[" : ", [";
      std::string type = "tensor<";
      for (size_t dims = Below(4); dims > 0; --dims) {
        if (out.back() != '[') out += ", ";
        int64_t size = 1;
        size_t parts = std::min(left.size(), Below(3));
        if (parts == 0) {
          out += '*';
          size = 6;
        }
        for (; parts > 0; --parts) {
          const size_t f = left.back();
          left.pop_back();
          out += static_cast<char>('a' + f);
          used[f] = true;
          size *= sizes[f];
        }
        type += std::to_string(size) + "x";
      }
      out += ']';
      types.push_back(type + "f32>");
    }
    return out;
  }

  void AddSizes() {
    std::string list;
    for (size_t f = 0; f < sizes.size(); ++f) {
      if (!in_operands[f] && !in_results[f]) continue;
      list += (list.empty() ? "" : ", ") +
              std::string(1, static_cast<char>('a' + f)) + "=" +
              std::to_string(sizes[f]);
    }
    text += " {" + list + "}";
  }

  void AddGroups() {
    for (size_t f = 0; f < sizes.size(); ++f) {
      if (!in_operands[f] && !in_results[f]) continue;
      const std::string group =
          "={" + std::string(1, static_cast<char>('a' + f)) + "} ";
      const size_t kind = Below(5);
      if (kind == 0 && !in_results[f]) text += " reduction" + group;
      if (kind == 1) text += " need_replication" + group;
      if (kind == 2) text += " permutation" + group;
      if (Below(4) == 0) text += " blocked_propagation" + group;
    }
  }

  std::mt19937& rng;
  std::vector<int64_t> sizes;
  std::vector<bool> in_operands, in_results;
  std::string text;
  std::vector<std::string> operands, results;
};

std::string Joined(const std::vector<std::string>& items) {
  std::string text;
  for (const std::string& item : items) {
    text += (text.empty() ? "" : ", ") + item;
  }
  return text;
}

// An op's rule always passes the verifier of sdy.sharding_rule.
TEST(Extend, RulesAreValidRules) {
  std::mt19937 rng(20260821);
  for (int round = 0; round < 2000; ++round) {
    const RandomRule rule(rng);
    OpRegistry registry;
    AddRule(registry, "my.op", rule.text);
    std::string args;
    std::string names;
    for (size_t i = 0; i < rule.operands.size(); ++i) {
      const std::string name = "%a" + std::to_string(i);
      args += (i > 0 ? ", " : "") + name + ": " + rule.operands[i];
      names += (i > 0 ? ", " : "") + name;
    }
    const std::string program =
        "func.func @main(" + args +
        ") {\n%0:" + std::to_string(rule.results.size()) + " = \"my.op\"(" +
        names + ") : (" + Joined(rule.operands) + ") -> (" +
        Joined(rule.results) + ")\nreturn\n}\n";
    const Outcome outcome =
        RunPasses(Parse(program), {std::string(kPopulate)}, registry);
    ASSERT_TRUE(outcome.ok)
        << rule.text << "\n"
        << program << ::testing::PrintToString(outcome.messages);
    ASSERT_THAT(outcome.messages, IsEmpty()) << rule.text << "\n" << program;
    ASSERT_NE(RuleIn(outcome.text), "");
    std::vector<Message> messages;
    ReadOptions options;
    options.allow_unregistered_dialect = true;
    ASSERT_TRUE(Program::Read("again.mlir", outcome.text, options, messages))
        << rule.text << "\n"
        << messages[0].ToString();
  }
}

// A callback can specify the cost of a custom call, like a line of a rules
// file.
TEST(Extend, WhatOwnOpsCost) {
  const std::string rule =
      "([i, j])->([i, j]) flops={5*i*j} bytes={2*i} temporaries={16*i*j}";
  OpRegistry lines, callbacks;
  std::vector<Message> messages;
  ASSERT_TRUE(lines.AddRule("@kernel", rule, messages));
  callbacks.AddRule("@kernel",
                    [&](const OpView&) { return std::optional(rule); });
  const std::optional<Program> program = Program::Read("test.mlir", R"(
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.custom_call @kernel(%a) : (tensor<8x16xf32>) -> tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
})",
                                                       {}, messages);
  ASSERT_TRUE(program);
  for (const OpRegistry* registry : {&lines, &callbacks}) {
    CostOptions options;
    options.run.registry = registry;
    const std::optional<CostReport> cost = Cost(*program, options, messages);
    ASSERT_TRUE(cost);
    EXPECT_EQ(cost->work.flops, 5 * 8 * 16);
    EXPECT_EQ(cost->work.bytes, 2 * 8);
    EXPECT_EQ(cost->memory.temporaries, 16 * 8 * 16);
  }
}

TEST(Extend, WhatKnownOpsCostIsKnown) {
  OpRegistry registry;
  std::vector<Message> messages;
  EXPECT_FALSE(registry.AddRule("stablehlo.add", "([i], [i])->([i]) flops={i}",
                                messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(messages[0].text,
              HasSubstr("the cost of 'stablehlo.add' is known"));
  registry.AddRule("stablehlo.negate", [](const OpView&) {
    return std::optional<std::string>("([i, j])->([i, j]) bytes={i}");
  });
  const Outcome out = RunPasses(Parse(R"(
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.negate %a : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
})"),
                                {"sdy-populate-op-sharding-rules"}, registry);
  EXPECT_FALSE(out.ok);
  EXPECT_THAT(
      out.messages,
      ElementsAre(HasSubstr("the cost of 'stablehlo.negate' is known")));
}

// An interface for the target of a custom call replaces an earlier one,
// together with its rule.
TEST(Extend, InterfaceOfATarget) {
  class Fixed : public OpInterface {
   public:
    explicit Fixed(std::string rule) : rule_(std::move(rule)) {}
    std::optional<std::string> ShardingRule(const OpView&) const override {
      return rule_;
    }

   private:
    std::string rule_;
  };
  OpRegistry registry;
  registry.SetInterface("@k", std::make_shared<Fixed>("([i, j])->([j, i])"));
  registry.SetInterface("@k", std::make_shared<Fixed>("([i, j])->([i, j])"));
  const Outcome out = RunPasses(Parse(R"(
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.custom_call @k(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})"),
                                {"sdy-propagation-pipeline"}, registry);
  EXPECT_TRUE(out.ok);
  EXPECT_THAT(out.text, HasSubstr("-> (tensor<8x8xf32> {sdy.sharding = "
                                  "#sdy.sharding<@mesh, [{\"x\"}, {}]>})"));
}

}  // namespace
}  // namespace shardflow::internal
