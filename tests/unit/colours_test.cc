#include "auto/colours.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "api/program_impl.h"
#include "auto/plan.h"
#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/functions.h"
#include "ops/rule_lookup.h"
#include "shardflow/auto.h"
#include "shardflow/program.h"

namespace shardflow::internal {
namespace {

Program ReadProgram(std::string_view text) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("test.mlir", SourceText(std::string(text)), {}, messages);
  EXPECT_TRUE(program.has_value());
  return std::move(*program);
}

Colours ColoursOf(Module& m) {
  RuleWarnings warnings;
  Diagnostics diagnostics;
  RuleLookup rules(m, {}, warnings, diagnostics);
  return FindColours(m, rules, 100);
}

constexpr std::string_view kTwoLayers = R"(
func.func @main(%x: tensor<64x32xf32>, %v: tensor<32x128xf32>,
                %w: tensor<128x32xf32>, %v2: tensor<32x128xf32>,
                %w2: tensor<128x32xf32>) -> tensor<64x32xf32> {
  %0 = stablehlo.dot %x, %v : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %1 = stablehlo.dot %0, %w : (tensor<64x128xf32>, tensor<128x32xf32>) -> tensor<64x32xf32>
  %2 = stablehlo.dot %1, %v2 : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %3 = stablehlo.dot %2, %w2 : (tensor<64x128xf32>, tensor<128x32xf32>) -> tensor<64x32xf32>
  return %3 : tensor<64x32xf32>
}
)";

TEST(Colours, EqualLayersAreOneDecision) {
  Program program = ReadProgram(kTwoLayers);
  Module& m = ProgramAccess::module(program);
  const Colours c = ColoursOf(m);
  const auto args = m.args(EntryBlock(m, MainFunction(m)));
  const int32_t batch = c.Of(args[0], 0);
  const int32_t hidden = c.Of(args[1], 1);
  EXPECT_EQ(c.Of(args[2], 0), hidden);
  EXPECT_EQ(c.Of(args[3], 1), hidden);
  EXPECT_EQ(c.Of(args[4], 0), hidden);
  EXPECT_NE(batch, hidden);
  // The width of the data doesn't have the colour of the hidden width.
  EXPECT_NE(c.Of(args[0], 1), hidden);
  EXPECT_EQ(c.Of(args[2], 1), c.Of(args[3], 0));
}

TEST(Colours, ATensorHasAColourOnce) {
  // In x . x^T, both dimensions of the result are the rows of x.
  Program program = ReadProgram(R"(
func.func @main(%x: tensor<64x32xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [1] : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
)");
  Module& m = ProgramAccess::module(program);
  const Colours c = ColoursOf(m);
  const ValueId result = m.operand(ReturnOp(m, MainFunction(m)), 0);
  EXPECT_NE(c.Of(result, 0), c.Of(result, 1));
}

TEST(Colours, PartsDontHaveTheColourOfTheWhole) {
  Program program = ReadProgram(R"(
func.func @main(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>, %w: tensor<64x128xf32>) -> (tensor<64x64xf32>, tensor<64x32xf32>) {
  %0 = stablehlo.concatenate %x, %y, dim = 1 : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.slice %w [0:64, 0:32] : (tensor<64x128xf32>) -> tensor<64x32xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x32xf32>
}
)");
  Module& m = ProgramAccess::module(program);
  const Colours c = ColoursOf(m);
  const auto args = m.args(EntryBlock(m, MainFunction(m)));
  const ValueId whole = m.operand(ReturnOp(m, MainFunction(m)), 0);
  const ValueId part = m.operand(ReturnOp(m, MainFunction(m)), 1);
  EXPECT_EQ(c.Of(whole, 0), c.Of(args[0], 0));
  EXPECT_NE(c.Of(whole, 1), c.Of(args[0], 1));
  EXPECT_EQ(c.Of(part, 0), c.Of(args[2], 0));
  EXPECT_NE(c.Of(part, 1), c.Of(args[2], 1));
}

TEST(Plans, TheFirstColourOfATensorGetsTheAxis) {
  Program program = ReadProgram(kTwoLayers);
  Module& m = ProgramAccess::module(program);
  const Colours c = ColoursOf(m);
  const auto args = m.args(EntryBlock(m, MainFunction(m)));
  Mesh mesh;
  mesh.axes.push_back({m.names.Intern("data"), 0, 4});
  const PlanShardings shardings(m, c, MeshRef::Symbol(m.names.Intern("mesh")),
                                mesh);
  Plan plan;
  plan.axes.resize(1);
  plan.axes[0].colours = {c.Of(args[0], 0), c.Of(args[1], 1)};
  const std::vector<ShardingId> all = shardings.ShardingsOf(plan, m);
  const auto axes = [&](ValueId v, size_t d) {
    return m.shardings.axes(m.shardings.Get(all[v.Slot()]).dims[d].axes).size();
  };
  EXPECT_EQ(axes(args[0], 0), 1u);  // the batch
  EXPECT_EQ(axes(args[0], 1), 0u);
  EXPECT_EQ(axes(args[1], 1), 1u);  // weights: the hidden dimension
  const ValueId hidden =
      m.operand(m.def(m.operand(ReturnOp(m, MainFunction(m)), 0)), 0);
  EXPECT_EQ(axes(hidden, 0), 1u);  // the first of its two colours in the list
  EXPECT_EQ(axes(hidden, 1), 0u);
}

TEST(Plans, ExceptionsAreForTensorsThatHaveBothColours) {
  Program program = ReadProgram(R"(
func.func @main(%x: tensor<64x32x16xf32>, %y: tensor<64x32xf32>) -> tensor<64x32x16xf32> {
  %0 = stablehlo.broadcast_in_dim %y, dims = [0, 1] : (tensor<64x32xf32>) -> tensor<64x32x16xf32>
  %1 = stablehlo.add %x, %0 : tensor<64x32x16xf32>
  return %1 : tensor<64x32x16xf32>
}
)");
  Module& m = ProgramAccess::module(program);
  const Colours c = ColoursOf(m);
  const auto args = m.args(EntryBlock(m, MainFunction(m)));
  const ValueId x = args[0], y = args[1];
  Mesh mesh;
  mesh.axes.push_back({m.names.Intern("data"), 0, 4});
  const PlanShardings shardings(m, c, MeshRef::Symbol(m.names.Intern("mesh")),
                                mesh);
  Plan plan;
  plan.axes.resize(1);
  plan.axes[0].colours = {c.Of(y, 1), c.Of(y, 0)};
  const auto dim = [&](ValueId v) {
    const std::vector<ShardingId> all = shardings.ShardingsOf(plan, m);
    size_t d = 0;
    for (const DimSharding& s : m.shardings.Get(all[v.Slot()]).dims) {
      if (!m.shardings.axes(s.axes).empty()) return d;
      ++d;
    }
    return d;
  };
  EXPECT_EQ(dim(x), 1u);
  EXPECT_EQ(dim(y), 1u);
  const Plan::Exception exception{c.Of(y, 0), c.Of(x, 2)};
  EXPECT_EQ(shardings.ExceptionsFor(plan, 0),
            std::vector<Plan::Exception>{exception});
  plan.axes[0].exceptions = {exception};
  EXPECT_EQ(dim(x), 0u);
  EXPECT_EQ(dim(y), 1u);
  plan.axes[0].Remove(c.Of(y, 0));
  EXPECT_TRUE(plan.axes[0].exceptions.empty());
  EXPECT_EQ(dim(x), 1u);
}

TEST(FindShardings, SameSeedAndStepsSameProgram) {
  const Program program = ReadProgram(kTwoLayers);
  AutoOptions options;
  options.mesh = "<[\"data\"=2, \"model\"=4]>";
  options.topology = "h100";
  options.limits.steps = 60;
  std::vector<Message> messages;
  const auto first = FindShardings(program, options, messages);
  const auto second = FindShardings(program, options, messages);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->program.Write(), second->program.Write());
  EXPECT_TRUE(first->fits);
  EXPECT_FALSE(first->front.empty());
}

// Ops in the regions of an op that XLA doesn't know have no price.
TEST(FindShardings, SaysWhatHasNoPrice) {
  std::vector<Message> messages;
  const std::optional<Program> program =
      Program::Read("test.mlir", R"(
func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = "my.block"(%a) ({
    %1 = stablehlo.dot %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "my.yield"(%1) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})",
                    {.allow_unregistered_dialect = true}, messages);
  ASSERT_TRUE(program);
  AutoOptions options;
  options.mesh = "<[\"x\"=2]>";
  options.topology = "h100";
  options.limits.steps = 1;
  ASSERT_TRUE(FindShardings(*program, options, messages));
  int found = 0;
  for (const Message& message : messages) {
    if (message.text.starts_with("what is in the regions of 'my.block' has")) {
      found += message.line == 3 ? 1 : 0;
    }
  }
  EXPECT_EQ(found, 1);
}

TEST(FindShardings, GivenShardingsStay) {
  const Program program =
      ReadProgram(std::string("sdy.mesh @m = <[\"a\"=4]>\n") +
                  "func.func @main(%x: tensor<64x32xf32> {sdy.sharding = "
                  "#sdy.sharding<@m, [{}, {\"a\"}]>}) -> tensor<64x32xf32> {\n"
                  "  %0 = stablehlo.tanh %x : tensor<64x32xf32>\n"
                  "  return %0 : tensor<64x32xf32>\n}\n");
  AutoOptions options;
  options.topology = "h100";
  options.limits.steps = 20;
  std::vector<Message> messages;
  const auto report = FindShardings(program, options, messages);
  ASSERT_TRUE(report);
  EXPECT_NE(report->program.Write().find("[{}, {\"a\"}]"), std::string::npos);
}

TEST(FindShardings, GivenShardingsOfResultsStay) {
  const Program program = ReadProgram(
      std::string("sdy.mesh @m = <[\"a\"=4]>\n") +
      "func.func @main(%x: tensor<64x32xf32> {tf.aliasing_output = 0 : i32}) "
      "-> (tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@m, [{\"a\"}, "
      "{?}]>}) {\n"
      "  %0 = stablehlo.tanh %x : tensor<64x32xf32>\n"
      "  return %0 : tensor<64x32xf32>\n}\n");
  AutoOptions options;
  options.topology = "h100";
  options.limits.steps = 20;
  std::vector<Message> messages;
  const auto report = FindShardings(program, options, messages);
  ASSERT_TRUE(report);
  EXPECT_NE(report->program.Write().find("[{\"a\"}, {?}]"), std::string::npos);
}

// All shardings are given, so the one plan that is priced is the program
// itself.
TEST(FindShardings, PlansArePricedAsExported) {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read("sums.mlir", R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"x"}>}) -> (tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<64x128xf32>
  return %0 : tensor<64x128xf32>
})",
                                                 {}, messages);
  ASSERT_TRUE(program);
  AutoOptions options;
  options.topology = "h100:1x4";
  options.limits.steps = 1;
  const auto report = FindShardings(*program, options, messages);
  ASSERT_TRUE(report) << messages.back().text;
  ASSERT_TRUE(report->given);
  EXPECT_GT(report->given->seconds, 0);
  ASSERT_FALSE(report->front.empty());
  EXPECT_EQ(report->front[0].seconds, report->given->seconds);
  EXPECT_EQ(report->front[0].peak, report->given->peak);
}

TEST(FindShardings, WhatIsWrongIsSaid) {
  const Program program = ReadProgram(kTwoLayers);
  AutoOptions options;
  options.topology = "h100";
  std::vector<Message> messages;
  EXPECT_FALSE(FindShardings(program, options, messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text,
            "auto: the program has no mesh, and none was given");
}

}  // namespace
}  // namespace shardflow::internal
