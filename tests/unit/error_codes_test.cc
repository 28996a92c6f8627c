#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests error codes, the state after an error, and handles of deleted objects.

namespace shardflow::internal {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kProgram[] = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%in: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %out = stablehlo.tanh %in : tensor<8xf32>
  return %out : tensor<8xf32>
})";

Program MustRead(std::string text, const ReadOptions& options = {}) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("t.mlir", std::move(text), options, messages);
  EXPECT_TRUE(program);
  return *std::move(program);
}

// Returns the code of the only message that `call` reports.
template <class Call>
ErrorCode CodeOf(const Call& call) {
  std::vector<Message> messages;
  EXPECT_FALSE(call(messages));
  EXPECT_THAT(messages, SizeIs(1));
  return messages.empty() ? ErrorCode::kNone : messages[0].code;
}

// An error that the verifier finds after a pass, or after a session's
// propagation, is an internal error, because invalid programs are rejected
// beforehand.
TEST(ErrorCodes, OfPassesThatLeaveAnInvalidProgram) {
  const auto read = [] {
    return MustRead(R"(
func.func @main(%in: tensor<8xf32>) -> tensor<8xf32> {
  %out = "stablehlo.add"(%in) : (tensor<8xf32>) -> tensor<8xf32>
  return %out : tensor<8xf32>
})",
                    {.verify = false});
  };
  const RunOptions run = {.verify_after = true};
  EXPECT_EQ(CodeOf([&](std::vector<Message>& m) {
              return read().Run("sdy-basic-propagate", "", run, m);
            }),
            ErrorCode::kInternal);
  EXPECT_EQ(CodeOf([&](std::vector<Message>& m) {
              return Session(read(), {.run = run}).Propagate(m);
            }),
            ErrorCode::kInternal);
}

TEST(ErrorCodes, OfEachKind) {
  using Messages = std::vector<Message>;
  EXPECT_EQ(CodeOf([](Messages& m) {
              return Program::Read("t", "func.func", {}, m).has_value();
            }),
            ErrorCode::kInvalidInput);
  EXPECT_EQ(
      CodeOf([](Messages& m) {
        return Program::Read("t", std::string(100'000, '['), {}, m).has_value();
      }),
      ErrorCode::kInvalidInput);
  EXPECT_EQ(CodeOf([](Messages& m) {
              return Program::Read("t", R"({"a": )" + std::string(200'000, '['),
                                   {}, m)
                  .has_value();
            }),
            ErrorCode::kLimitExceeded);
  Program program = MustRead(kProgram);
  EXPECT_EQ(CodeOf([&](Messages& m) {
              return program.Run("sdy-nothing", "", {}, m);
            }),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(CodeOf([&](Messages& m) {
              RunOptions options;
              options.compat = static_cast<CompatMode>(77);
              return Propagate(program, {.run = options}, m);
            }),
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(CodeOf([&](Messages& m) {
              return program.SetSharding({}, ClosedSharding("mesh", {{}}), m);
            }),
            ErrorCode::kInvalidArgument);
  Program stopped = program.Clone();
  const std::atomic<bool> stop = true;
  EXPECT_EQ(CodeOf([&](Messages& m) {
              return Propagate(stopped, {.run = {.stop = &stop}}, m);
            }),
            ErrorCode::kStopped);
  Program dumped = program.Clone();
  EXPECT_EQ(CodeOf([&](Messages& m) {
              return dumped.Run("sdy-close-shardings", "",
                                {.dump_directory = "/dev/null/no"}, m);
            }),
            ErrorCode::kWriteFailed);
}

TEST(ErrorCodes, AWrongOptionLeavesTheProgram) {
  Program program = MustRead(kProgram);
  const std::string before = program.Write();
  std::vector<Message> messages;
  EXPECT_FALSE(program.Run("sdy-basic-propagate", "fast=true", {}, messages));
  EXPECT_FALSE(program.Run("sdy-basic-propagate",
                           "conservative-propagation=perhaps", {}, messages));
  EXPECT_TRUE(program.ok());
  EXPECT_EQ(program.Write(), before);
  EXPECT_TRUE(Propagate(program, {}, messages));
}

TEST(ErrorCodes, AFailedPassLeavesNoProgram) {
  Program program = MustRead(R"(
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : tensor<?xf32>
  return %0 : tensor<?xf32>
})");
  const ProgramView view(program);
  const OpRef main = view.FindFunction("main");
  const ValueRef a = view.Arguments(view.Body(main))[0];
  std::vector<Message> messages;
  EXPECT_FALSE(Propagate(program, {}, messages));
  EXPECT_FALSE(program.ok());
  EXPECT_FALSE(program.Clone().ok());
  EXPECT_EQ(program.Write(), "");
  EXPECT_EQ(program.Write({.json = true}), "");
  EXPECT_FALSE(program.Write([](std::string_view) { return true; }));
  EXPECT_EQ(program.OpCount(), 0);
  EXPECT_THAT(program.Functions(), IsEmpty());
  EXPECT_FALSE(view.Contains(main));
  EXPECT_FALSE(view.FindFunction("main"));
  messages.clear();
  EXPECT_FALSE(Propagate(program, {}, messages));
  EXPECT_FALSE(program.SetSharding(a, ClosedSharding("m", {{}}), messages));
  ASSERT_THAT(messages, SizeIs(2));
  for (const Message& message : messages) {
    EXPECT_THAT(message.text, HasSubstr("nothing is left of this program"));
    EXPECT_EQ(message.code, ErrorCode::kInvalidArgument);
  }
}

TEST(ErrorCodes, AMovedProgramIsGone) {
  Program program = MustRead(kProgram);
  const Program other = std::move(program);
  EXPECT_TRUE(other.ok());
  std::vector<Message> messages;
  EXPECT_FALSE(program.ok());  // NOLINT: on purpose
  EXPECT_EQ(program.Write(), "");
  EXPECT_THAT(ProgramView(program).Functions(), IsEmpty());
  EXPECT_FALSE(Propagate(program, {}, messages));
  EXPECT_THAT(messages, SizeIs(1));
  EXPECT_FALSE(program.Clone().ok());
  program = other.Clone();
  EXPECT_TRUE(Propagate(program, {}, messages));
}

// Each program is likely to have the address of the one destroyed before it.
// Handles of the destroyed program must not work in the new one.
TEST(Handles, OfADestroyedProgramAreNobodys) {
  for (int i = 0; i < 100; ++i) {
    OpRef main;
    ValueRef argument;
    {
      const Program gone = MustRead(kProgram);
      const ProgramView view(gone);
      main = view.FindFunction("main");
      argument = view.Arguments(view.Body(main))[0];
      EXPECT_TRUE(view.Contains(argument));
    }
    const Program program = MustRead(kProgram);
    EXPECT_FALSE(ProgramView(program).Contains(main));
    EXPECT_FALSE(ProgramView(program).Contains(argument));
  }
}

TEST(Handles, AnnotationsThatCannotBe) {
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"x", 4}}, {}});
  const OpRef f = b.AddFunction("main", {"tensor<8xf32>"});
  const ValueRef constrained =
      b.Constrain(b.Body(f), b.Argument(f, 0), ClosedSharding("mesh", {{"x"}}));
  b.Return(f, {constrained});
  std::vector<Message> messages;
  std::optional<Program> program = b.Finish(messages);
  ASSERT_TRUE(program);
  EXPECT_FALSE(program->SetSharding(constrained, std::nullopt, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text, HasSubstr("cannot be without a sharding"));

  ProgramBuilder other;
  const OpRef g = other.AddFunction("main", {"tensor<8xf32>"});
  EXPECT_FALSE(other.Barrier(other.Body(g), other.Argument(g, 0),
                             ProgramBuilder::Flow::kBoth));
  EXPECT_FALSE(other.ok());
}

// Values have the names in the text or, if those weren't kept, the names that
// Write gives them.
TEST(Names, OfValuesThatAreExplainedAndDrawn) {
  for (const bool keep : {false, true}) {
    const Program program = MustRead(kProgram, {.keep_names = keep});
    std::vector<Message> messages;
    const std::string name = keep ? "%out" : "%0";
    const auto explained = Explain(program, {.value = name}, messages);
    ASSERT_TRUE(explained) << messages[0].text;
    ASSERT_THAT(explained->values, SizeIs(1));
    EXPECT_EQ(explained->values[0].tensor.name, name);
    EXPECT_EQ(explained->values[0].tensor.place.line, 4);
    const auto graph = MakeGraph(program, {.propagate = true}, messages);
    ASSERT_TRUE(graph);
    bool found = false;
    for (const GraphValue& value : graph->values) {
      found |= value.named && value.name == name;
    }
    EXPECT_TRUE(found);
    EXPECT_THAT(messages, IsEmpty());
  }
}

TEST(Names, OfTheRequestInReplies) {
  const Request request(
      R"j({"id": 1, "program": "func.func @main(%in: tensor<8xf32> {sdy.sharding = #sdy.sharding<mesh<[\"x\"=2]>, [{\"x\"}]>}) -> tensor<8xf32> {\n %out = stablehlo.tanh %in : tensor<8xf32>\n return %out : tensor<8xf32> }"})j");
  const Reply reply = request.Answer({.one_line = true});
  ASSERT_TRUE(reply.ok) << reply.json;
  EXPECT_THAT(reply.json, HasSubstr(R"("value": "%out", "printed": "%0")"));
  EXPECT_THAT(reply.json, HasSubstr(R"("value": "%in", "printed": "%arg0")"));
}

// If the per-device program is invalid, it is discarded. (Here, the input is
// already invalid, because it was read without being verified.)
TEST(ErrorCodes, APartitionThatIsNotValid) {
  Program program = MustRead(
      "func.func @main(%in: tensor<8xf32>) -> tensor<4xf32> {\n"
      "  return %in : tensor<8xf32>\n}",
      {.verify = false});
  std::vector<Message> messages;
  EXPECT_FALSE(Partition(program, {}, messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages.back().code, ErrorCode::kInternal);
  EXPECT_FALSE(program.ok());
}

}  // namespace
}  // namespace shardflow::internal
