#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/program.h"
#include "shardflow/views.h"

// Tests RunOptions::auto_partitioner, a function that chooses shardings after
// the user's shardings have been propagated.

namespace shardflow {
namespace {

using ::testing::HasSubstr;

constexpr char kProgram[] = R"(
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x4xf32>) -> (tensor<8x8xf32>, tensor<4x4xf32>) {
    %0 = stablehlo.negate %a : tensor<8x8xf32>
    %1 = stablehlo.negate %b : tensor<4x4xf32>
    return %0, %1 : tensor<8x8xf32>, tensor<4x4xf32>
  })";

struct Outcome {
  bool ok = false;
  std::string text;
  std::vector<Message> messages;
};

Outcome RunWith(AutoPartitioner partitioner) {
  Outcome out;
  std::optional<Program> program =
      Program::Read("p.mlir", kProgram, {}, out.messages);
  EXPECT_TRUE(program);
  RunOptions options;
  options.auto_partitioner = std::move(partitioner);
  out.ok = program->Run("sdy-propagation-pipeline", "", options, out.messages);
  out.text = program->Write();
  return out;
}

TEST(AutoPartitioner, SeesWhatWasPropagatedAndAddsToIt) {
  std::string seen;
  int calls = 0;
  const Outcome outcome =
      RunWith([&](Program& program, std::vector<Message>& messages) {
        ++calls;
        seen = program.Write();
        const std::optional<ShardingInfo> sharding =
            ParseSharding("<@mesh, [{}, {\"x\"}]>", messages);
        const ProgramView view(program);
        const BlockRef body = view.Body(view.FindFunction("main"));
        return sharding && program.SetSharding(view.Arguments(body)[1],
                                               *sharding, messages);
      });
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(calls, 1);
  EXPECT_THAT(seen, HasSubstr("stablehlo.negate %arg0 {sdy.sharding"));
  EXPECT_THAT(outcome.text, HasSubstr("%arg1: tensor<4x4xf32> {sdy.sharding = "
                                      "#sdy.sharding<@mesh, [{}, {\"x\"}]>}"));
}

TEST(AutoPartitioner, ItsErrorsFailTheRun) {
  const Outcome outcome = RunWith([](Program&, std::vector<Message>& messages) {
    messages.push_back({.text = "no plan", .code = ErrorCode::kStopped});
    return false;
  });
  EXPECT_FALSE(outcome.ok);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].text, "no plan");
  EXPECT_EQ(outcome.messages[0].code, ErrorCode::kStopped);
}

TEST(AutoPartitioner, ItFailsInSilence) {
  const Outcome outcome =
      RunWith([](Program&, std::vector<Message>&) { return false; });
  EXPECT_FALSE(outcome.ok);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].text, "the auto-partitioner failed");
}

TEST(AutoPartitioner, ItMovesTheProgramAway) {
  std::optional<Program> taken;
  const Outcome outcome = RunWith([&](Program& program, std::vector<Message>&) {
    taken = std::move(program);
    return true;
  });
  EXPECT_FALSE(outcome.ok);
  ASSERT_EQ(outcome.messages.size(), 1u);
  EXPECT_EQ(outcome.messages[0].text, "the auto-partitioner left no program");
  EXPECT_THAT(taken->Write(), HasSubstr("stablehlo.negate"));
}

// An auto-partitioner that changes nothing has no effect.
TEST(AutoPartitioner, OneThatDoesNothing) {
  const Outcome without = RunWith({});
  const Outcome with =
      RunWith([](Program&, std::vector<Message>&) { return true; });
  EXPECT_TRUE(without.ok && with.ok);
  EXPECT_EQ(without.text, with.text);
}

}  // namespace
}  // namespace shardflow
