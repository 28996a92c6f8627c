#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests RunOptions::dynamic_shapes. Shardings propagate through dimensions of
// unknown size, but anything that depends on the size is an error.
// tests/files/propagation/dynamic_shapes.mlir tests more ops.

namespace shardflow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kProgram = R"(
  sdy.mesh @mesh = <["x"=2, "y"=4]>
  func.func @main(%a: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<?x8xf32>) -> tensor<?x8xf32> {
    %0 = stablehlo.add %a, %b : tensor<?x8xf32>
    %1 = stablehlo.optimization_barrier %0 : tensor<?x8xf32>
    return %1 : tensor<?x8xf32>
  }
)";

Program Read(std::string_view text) {
  std::vector<Message> messages;
  auto program = Program::Read("p.mlir", std::string(text), {}, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
  return *std::move(program);
}

RunOptions Dynamic() {
  RunOptions run;
  run.dynamic_shapes = true;
  run.verify_after = true;
  return run;
}

TEST(DynamicShapes, ShardyRefusesThem) {
  for (const bool jax : {false, true}) {
    std::vector<Message> messages;
    Program program = Read(kProgram);
    RunOptions run;
    run.jax = run.dynamic_shapes = jax;
    SessionOptions options;
    options.run = run;
    auto session = Session::FromProgram(program.Clone(), options, messages);
    ASSERT_TRUE(session);
    EXPECT_FALSE(session->Propagate(messages));
    EXPECT_FALSE(Propagate(program, {.run = run}, messages));
    ASSERT_THAT(messages, SizeIs(2));
    EXPECT_THAT(messages[0].text, HasSubstr("static shape"));
    EXPECT_EQ(messages[1].text, messages[0].text);
  }
}

TEST(DynamicShapes, SessionsAndPrograms) {
  std::vector<Message> messages;
  Program program = Read(kProgram);
  Program rules = program.Clone();
  SessionOptions options;
  options.run = Dynamic();
  auto session = Session::FromProgram(program.Clone(), options, messages);
  ASSERT_TRUE(Propagate(program, {.run = Dynamic()}, messages));
  ASSERT_TRUE(session && session->Propagate(messages));
  const auto exported = session->Exported(messages);
  ASSERT_TRUE(exported);
  EXPECT_EQ(exported->Write(), program.Write());
  const ProgramView view(program);
  const OpRef main = view.FindFunction("main");
  EXPECT_THAT(view.ShardingText(view.Arguments(view.Body(main))[1]),
              HasSubstr(R"([{"x"}, {}])"));
  // The program can't be priced.
  EXPECT_FALSE(session->Price(messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text,
              HasSubstr("the size of 'tensor<?x8xf32>' is unknown"));
  EXPECT_EQ(messages[0].line, 3);
}

// Rules with factors of unknown size can be read back, as text and as JSON.
TEST(DynamicShapes, RulesAsText) {
  std::vector<Message> messages;
  Program program = Read(kProgram);
  ASSERT_TRUE(
      program.Run("sdy-populate-op-sharding-rules", "", Dynamic(), messages));
  const std::string text = program.Write();
  EXPECT_THAT(text, HasSubstr("([i, j], [i, j])->([i, j]) {i=?, j=8}"));
  EXPECT_EQ(Read(text).Write(), text);
  const std::string json = program.Write({.json = true});
  EXPECT_EQ(Read(json).Write(), text);
  EXPECT_THAT(messages, IsEmpty());
}

// A factor of unknown size must be alone in its dimension, and a dimension of
// unknown size needs such a factor.
TEST(DynamicShapes, WrongRules) {
  for (const auto& [rule, error] : {
           std::pair<std::string_view, std::string_view>(
               "([i, j])->([i, j]) {i=4, j=8}", "static shape"),
           {"([ij, k])->([i, jk]) {i=?, j=2, k=8}", "static shape"},
           {"([i, jk])->([i, kj]) {i=?, j=?, k=8}", "of unknown size"},
       }) {
    std::vector<Message> messages;
    const std::string text =
        "func.func @main(%a: tensor<?x8xf32>) -> tensor<?x8xf32> {\n"
        "  %0 = stablehlo.negate %a {sdy.sharding_rule = "
        "#sdy.op_sharding_rule<" +
        std::string(rule) +
        ">} : tensor<?x8xf32>\n  return %0 : tensor<?x8xf32>\n}";
    EXPECT_FALSE(Program::Read("p.mlir", text, {}, messages)) << rule;
    ASSERT_THAT(messages, SizeIs(1)) << rule;
    EXPECT_THAT(messages[0].text, HasSubstr(error)) << rule;
  }
}

// The bytes of reshards and collectives are unknown.
TEST(DynamicShapes, Communication) {
  std::vector<Message> messages;
  Program program = Read(R"(
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%a: tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<?x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
      %0 = stablehlo.negate %a : tensor<?x8xf32>
      return %0 : tensor<?x8xf32>
    })");
  ASSERT_TRUE(Propagate(program, {.run = Dynamic()}, messages) &&
              InsertReshards(program, {.run = Dynamic()}, messages) &&
              LowerToCollectives(program, {.run = Dynamic()}, messages));
  EXPECT_THAT(messages, IsEmpty());
  const std::vector<PlannedReshard> plan = CommunicationPlan(program);
  ASSERT_THAT(plan, SizeIs(1));
  EXPECT_EQ(plan[0].steps[0].op, "all_to_all");
  EXPECT_EQ(plan[0].steps[0].bytes_sent, 0);
  // The per-device program would depend on whether 2 divides the size.
  EXPECT_FALSE(
      Partition(program, {.run = Dynamic(), .propagate = false}, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text, HasSubstr("the program of a device"));
}

}  // namespace
}  // namespace shardflow
