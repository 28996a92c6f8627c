#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Edits of the program of a session: which are updates, and what they cost.

namespace shardflow::internal {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Returns a program that ends with ops that no test edits, so that an edit
// changes only a small part of a run.
std::string ProgramText() {
  std::string text = R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>},
    %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>})
    -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %a : tensor<16x16xf32>
  %1 = stablehlo.tanh %b : tensor<16x16xf32>
  %2 = stablehlo.dot %0, %1 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.dot %1, %1 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %4 = stablehlo.add %2, %3 : tensor<16x16xf32>
  %5 = stablehlo.tanh %4 : tensor<16x16xf32>
  %6 = stablehlo.tanh %5 : tensor<16x16xf32>
  %7 = stablehlo.tanh %6 : tensor<16x16xf32>
  %8 = stablehlo.tanh %7 : tensor<16x16xf32>
  %c0 = stablehlo.tanh %c : tensor<4xf32>
)";
  for (int i = 1; i <= 100; ++i) {
    text +=
        fmt::format("  %c{} = stablehlo.tanh %c{} : tensor<4xf32>\n", i, i - 1);
  }
  return text +
         "  return %8, %2, %c100 : tensor<16x16xf32>, tensor<16x16xf32>, "
         "tensor<4xf32>\n}\n";
}

class SessionEdits : public ::testing::Test {
 protected:
  SessionEdits()
      : session_(*Program::Read("test.mlir", ProgramText(), {}, messages_)),
        view_(session_.Annotated()) {
    body_ = view_.Body(view_.FindFunction("main"));
    ops_ = view_.Ops(body_);
    EXPECT_TRUE(session_.Propagate(messages_));
    EXPECT_TRUE(session_.Price(messages_));
  }

  ValueRef Result(size_t op) const { return view_.Results(ops_[op])[0]; }

  // Propagates, and compares everything with a run from scratch. Returns why
  // the propagation was a replay, or "" if it was an update.
  std::string Propagate() {
    EXPECT_TRUE(session_.Propagate(messages_));
    Check();
    // The shardings of erased ops don't count.
    EXPECT_EQ(
        static_cast<size_t>(session_.Stats().values_changed),
        session_.ChangedValues().size() + session_.ChangedResults().size());
    return session_.Stats().replay_reason;
  }
  void Check() {
    Program program = session_.Annotated().Clone();
    EXPECT_TRUE(program.Run("sdy-user-priority-propagate", "", {}, messages_));
    EXPECT_EQ(session_.Result().Write(), program.Write());
    const std::optional<SessionPrice> price = session_.Price(messages_);
    const std::optional<CostReport> cost = Cost(program, {}, messages_);
    ASSERT_TRUE(price && cost);
    EXPECT_FALSE(price->from_scratch);
    EXPECT_EQ(price->wire_bytes, cost->communication.wire_bytes);
    EXPECT_EQ(price->flops, cost->work.flops);
    EXPECT_EQ(price->arguments, cost->memory.arguments);
    EXPECT_THAT(messages_, IsEmpty());
  }

  std::vector<Message> messages_;
  Session session_;
  const ProgramView view_;
  BlockRef body_;
  std::vector<OpRef> ops_;
};

TEST_F(SessionEdits, AreUpdates) {
  EXPECT_TRUE(session_.ReplaceUses(Result(6), Result(5), messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[6], messages_));
  EXPECT_EQ(Propagate(), "");
  // The value that the function returns.
  EXPECT_TRUE(session_.ReplaceUses(Result(8), Result(7), messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[8], messages_));
  EXPECT_EQ(Propagate(), "");
  EXPECT_TRUE(session_.SetOperand(ops_[7], 0, Result(4), messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[5], messages_));
  EXPECT_EQ(Propagate(), "");
  EXPECT_EQ(session_.Stats().replays, 1);
}

// A rule that the program gives, but not as custom, is heeded after an edit,
// too.
TEST(SessionEditsOfRules, KeepRulesOfTheProgram) {
  std::vector<Message> messages;
  Session session(*Program::Read("test.mlir", R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(
    %a: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<4x4xf32> {
  %0 = stablehlo.custom_call @foo(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4}>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
})",
                                 {}, messages));
  const ProgramView view(session.Annotated());
  const BlockRef body = view.Body(view.FindFunction("main"));
  EXPECT_TRUE(session.Propagate(messages));
  EXPECT_TRUE(session.SetOperand(view.Ops(body)[0], 0, view.Arguments(body)[1],
                                 messages));
  EXPECT_TRUE(session.Propagate(messages));
  EXPECT_THAT(session.Stats().replay_reason, HasSubstr("marked custom"));
  Program program = session.Annotated().Clone();
  EXPECT_TRUE(program.Run("sdy-user-priority-propagate", "", {}, messages));
  EXPECT_EQ(session.Result().Write(), program.Write());
}

// A price is computed from scratch, for example because of a new sub-axis, and
// then the program is edited. After that, Rollback can't restore an earlier
// price.
TEST_F(SessionEdits, PricesThatStartedAgain) {
  const ValueRef value = view_.Arguments(body_)[2];
  const std::optional<ShardingInfo> before = view_.Sharding(value);
  const int64_t start = session_.Checkpoint();
  EXPECT_TRUE(session_.SetSharding(
      value, *ParseSpec("P('y':(1)2)", "mesh", messages_), messages_));
  (void)Propagate();
  EXPECT_TRUE(session_.SetSharding(value, before, messages_));
  EXPECT_TRUE(session_.SetOperand(ops_[7], 0, Result(4), messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[6], messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[5], messages_));
  EXPECT_TRUE(session_.Propagate(messages_));
  EXPECT_TRUE(session_.Rollback(start, messages_));
  Check();
}

// Names are those of the program that is explained.
TEST_F(SessionEdits, NamesAfterARollback) {
  const ValueRef last = Result(8);
  const auto name = [&] {
    const std::optional<Explanation> explanation =
        session_.Explain(last, messages_);
    return explanation ? ExplanationText(*explanation) : std::string();
  };
  const std::string before = name();
  const int64_t start = session_.Checkpoint();
  EXPECT_TRUE(session_.SetOperand(ops_[7], 0, Result(4), messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[6], messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[5], messages_));
  EXPECT_EQ(Propagate(), "");
  EXPECT_NE(name(), before);
  EXPECT_TRUE(session_.Rollback(start, messages_));
  EXPECT_EQ(name(), before);
}

// An op with attributes may be erased next to other functions, too, unless it
// names one of them.
TEST(SessionEditsOfFunctions, EraseOpsWithAttributes) {
  std::vector<Message> messages;
  Session session(*Program::Read("test.mlir", R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = stablehlo.tanh %1 : tensor<8x4xf32>
  %3 = stablehlo.tanh %a : tensor<8x4xf32>
  %4 = stablehlo.tanh %3 : tensor<8x4xf32>
  %5 = stablehlo.tanh %4 : tensor<8x4xf32>
  return %0, %2, %5 : tensor<4x8xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  return %a : tensor<8xf32>
})",
                                 {}, messages));
  const ProgramView view(session.Annotated());
  const std::vector<OpRef> ops = view.Ops(view.Body(view.FindFunction("main")));
  EXPECT_TRUE(session.Propagate(messages));
  EXPECT_TRUE(session.SetOperand(
      ops[2], 0, view.Arguments(view.Body(view.FindFunction("main")))[0],
      messages));
  EXPECT_TRUE(session.EraseOp(ops[1], messages));
  EXPECT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason, "");
  Program program = session.Annotated().Clone();
  EXPECT_TRUE(program.Run("sdy-user-priority-propagate", "", {}, messages));
  EXPECT_EQ(session.Result().Write(), program.Write());
  EXPECT_THAT(messages, IsEmpty());
}

// Annotations and edits of the program take effect in their order.
TEST_F(SessionEdits, BetweenAnnotations) {
  EXPECT_TRUE(session_.SetSharding(Result(5), OpenSharding("mesh", {{}, {"x"}}),
                                   messages_));
  EXPECT_TRUE(session_.SetOperand(ops_[7], 0, Result(4), messages_));
  EXPECT_TRUE(session_.SetSharding(Result(5), std::nullopt, messages_));
  EXPECT_TRUE(session_.SetSharding(Result(7), OpenSharding("mesh", {{}, {"y"}}),
                                   messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[6], messages_));
  EXPECT_TRUE(session_.EraseOp(ops_[5], messages_));
  EXPECT_FALSE(session_.Explain(Result(4), messages_));
  EXPECT_EQ(messages_.back().text,
            "the program was edited since the last propagation");
  messages_.clear();
  EXPECT_EQ(Propagate(), "");
  EXPECT_TRUE(session_.Explain(Result(4), messages_));
}

TEST_F(SessionEdits, AreTakenBack) {
  const std::string before = session_.Result().Write();
  const std::string annotated = session_.Annotated().Write();
  const int64_t start = session_.Checkpoint();
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(session_.SetOperand(ops_[2], 0, Result(1), messages_));
    EXPECT_TRUE(session_.EraseOp(ops_[0], messages_));
    // They don't show before the next propagation.
    EXPECT_EQ(session_.Result().Write(), before);
    const int64_t inner = session_.Checkpoint();
    EXPECT_EQ(Propagate(), "");
    EXPECT_TRUE(session_.ReplaceUses(Result(7), Result(4), messages_));
    if (i % 2 == 0) {
      EXPECT_TRUE(session_.Release(inner, messages_));
    } else {
      EXPECT_TRUE(session_.Rollback(inner, messages_));
      EXPECT_EQ(session_.Result().Write(), before);
      EXPECT_EQ(Propagate(), "");
    }
    EXPECT_TRUE(session_.Rollback(start, messages_));
    EXPECT_EQ(session_.Annotated().Write(), annotated);
    Check();
    EXPECT_EQ(session_.Result().Write(), before);
    EXPECT_EQ(Propagate(), "");
  }
}

TEST_F(SessionEdits, SayWhyTheyReplay) {
  const int64_t start = session_.Checkpoint();
  EXPECT_TRUE(session_.SetOperand(ops_[2], 0, Result(1), messages_));
  EXPECT_EQ(Propagate(), "propagation erases ops that are dead");
  EXPECT_TRUE(session_.Rollback(start, messages_));
  EXPECT_TRUE(session_.AddOp(
      ops_[4],
      {.name = "stablehlo.custom_call",
       .operands = {Result(1)},
       .results = {"tensor<16x16xf32>"},
       .attributes = {{"call_target_name", AttributeSpec::String("f")},
                      {"has_side_effect", AttributeSpec::Bool(true)}}},
      messages_));
  EXPECT_TRUE(session_.Propagate(messages_));
  EXPECT_EQ(session_.Stats().replay_reason, "an op was added");
}

// The errors are those of the verifier, and nothing changes.
TEST_F(SessionEdits, AreRefused) {
  const std::string annotated = session_.Annotated().Write();
  const auto refused = [&](bool ok) -> std::string {
    EXPECT_FALSE(ok);
    EXPECT_EQ(session_.Annotated().Write(), annotated);
    EXPECT_THAT(messages_, SizeIs(1));
    const std::vector<Message> given = std::exchange(messages_, {});
    return given.empty() ? "" : given[0].text;
  };
  const auto set = [&](size_t op, ValueRef value) {
    return refused(session_.SetOperand(ops_[op], 0, value, messages_));
  };
  EXPECT_EQ(set(2, Result(4)), "operand #0 does not dominate this use");
  EXPECT_EQ(set(5, Result(5)), "operand #0 does not dominate this use");
  EXPECT_THAT(refused(static_cast<bool>(
                  session_.AddOp(ops_[4],
                                 {.name = "stablehlo.tanh",
                                  .operands = {Result(8)},
                                  .results = {"tensor<16x16xf32>"}},
                                 messages_))),
              HasSubstr("does not dominate"));
  EXPECT_EQ(Propagate(), "");
  EXPECT_EQ(session_.Stats().visits, 0);
}

}  // namespace
}  // namespace shardflow::internal
