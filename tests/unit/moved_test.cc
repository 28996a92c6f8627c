#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include "shardflow/shardflow.h"

// Calls on moved-from objects, and on registries destroyed too early, return an
// error and never access freed memory (the sanitizers check this).

namespace shardflow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kText[] = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = "my.op"(%a) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})";

Program Read() {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read(
      "test", kText, {.allow_unregistered_dialect = true}, messages);
  EXPECT_TRUE(program);
  return *std::move(program);
}

template <class T>
T MoveAway(T& from) {
  return std::move(from);
}

void ExpectOneError(std::vector<Message>& messages, const char* part) {
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(messages[0].text, HasSubstr(part));
  messages.clear();
}

TEST(Moved, Program) {
  Program program = Read();
  const ProgramView view(program);
  const OpRef main = view.FindFunction("main");
  const ValueRef argument = view.Arguments(view.Body(main))[0];
  const Program other = MoveAway(program);
  EXPECT_TRUE(other.ok());
  EXPECT_EQ(ProgramView(other).FindFunction("main"), main);

  EXPECT_FALSE(program.ok());
  std::vector<Message> messages;
  EXPECT_FALSE(Propagate(program, {}, messages));
  ExpectOneError(messages, "was moved");
  EXPECT_FALSE(program.Verify(messages));
  ExpectOneError(messages, "was moved");
  EXPECT_FALSE(program.SetSharding(argument, std::nullopt, messages));
  ExpectOneError(messages, "was moved");
  EXPECT_FALSE(program.WriteArtifact("", messages));
  ExpectOneError(messages, "was moved");
  EXPECT_EQ(program.Write(), "");
  EXPECT_EQ(program.OpCount(), 0);
  EXPECT_THAT(program.Functions(), IsEmpty());
  EXPECT_THAT(view.Functions(), IsEmpty());
  EXPECT_FALSE(view.Contains(argument));
  EXPECT_FALSE(program.Clone().ok());
  // Another program can be assigned to the moved-from one.
  program = Read();
  EXPECT_TRUE(program.ok());
}

TEST(Moved, Session) {
  Session session(Read());
  std::vector<Message> messages;
  const ProgramView annotated(session.Annotated());
  const ValueRef argument =
      annotated.Arguments(annotated.Body(annotated.FindFunction("main")))[0];
  Session other = MoveAway(session);
  EXPECT_TRUE(other.Propagate(messages));
  messages.clear();

  EXPECT_FALSE(session.Propagate(messages));
  ExpectOneError(messages, "was moved");
  EXPECT_FALSE(session.SetSharding(argument, std::nullopt, messages));
  ExpectOneError(messages, "was moved");
  EXPECT_FALSE(session.Exported(messages));
  ExpectOneError(messages, "nothing was propagated");
  EXPECT_FALSE(session.Annotated().ok());
  EXPECT_FALSE(session.Result().ok());
  EXPECT_THAT(session.View().Functions(), IsEmpty());
}

TEST(Moved, SessionOfAFailedProgram) {
  Program program = Read();
  (void)MoveAway(program);
  Session session(std::move(program));
  std::vector<Message> messages;
  EXPECT_FALSE(session.Propagate(messages));
  ExpectOneError(messages, "was moved");
}

TEST(Moved, Builder) {
  ProgramBuilder builder;
  const OpRef f = builder.AddFunction("main", {"tensor<8xf32>"});
  ProgramBuilder other = MoveAway(builder);
  other.Return(f, {other.Argument(f, 0)});
  std::vector<Message> messages;
  EXPECT_TRUE(other.Finish(messages));
  EXPECT_THAT(messages, IsEmpty());

  EXPECT_FALSE(builder.Argument(f, 0));
  EXPECT_FALSE(builder.ok());
  EXPECT_FALSE(builder.Finish(messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_THAT(messages[0].text, HasSubstr("was moved"));
}

TEST(Moved, RegistryAndRequest) {
  OpRegistry registry;
  std::vector<Message> messages;
  ASSERT_TRUE(registry.AddRule("my.op", "([i, j])->([i, j])", messages));
  const OpRegistry other = MoveAway(registry);
  // The moved-from registry works like a new one.
  Program program = Read();
  EXPECT_TRUE(Propagate(program, {.run = {.registry = &registry}}, messages));
  EXPECT_TRUE(registry.AddRule("my.op", "([i, j])->([j, i])", messages));

  Request request(R"({"id": 7})");
  const Request moved = MoveAway(request);
  EXPECT_EQ(moved.id(), "7");
  EXPECT_EQ(request.id(), "null");
  EXPECT_FALSE(request.is_cancel());
  const Reply reply = request.Answer({});
  EXPECT_FALSE(reply.ok);
  EXPECT_THAT(reply.json, HasSubstr("was moved"));
}

TEST(Moved, RegistryDiesBeforeTheSession) {
  std::optional<Session> session;
  std::vector<Message> messages;
  {
    OpRegistry registry;
    registry.AddRule("my.op",
                     [](const OpView& /*op*/) { return "([i, j])->([i, j])"; });
    session.emplace(Read(), SessionOptions{.run = {.registry = &registry}});
  }
  ASSERT_TRUE(session->Propagate(messages));
  EXPECT_THAT(messages, IsEmpty());
  const ProgramView view = session->View();
  const ValueRef result = view.Returned(view.FindFunction("main"))[0];
  EXPECT_THAT(view.ShardingText(result), HasSubstr("\"x\""));
  ASSERT_TRUE(session->Exported(messages));
}

}  // namespace
}  // namespace shardflow
