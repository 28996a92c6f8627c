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

void ExpectAnError(std::vector<Message>& messages) {
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages[0].kind, MessageKind::kError);
  EXPECT_NE(messages[0].text, "");
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
  ExpectOneError(messages, "nothing has been propagated");
  EXPECT_FALSE(session.Annotated().ok());
  EXPECT_FALSE(session.Result().ok());
  EXPECT_THAT(session.View().Functions(), IsEmpty());

  const OpRef main = annotated.FindFunction("main");
  EXPECT_FALSE(session.SetResultSharding(main, 0, std::nullopt, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.AddOp(main, {.name = "my.op"}, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.SetOperand(main, 0, argument, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.ReplaceUses(argument, argument, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.EraseOp(main, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.Price(messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.Explain(argument, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.ExplainResult(0, messages));
  ExpectAnError(messages);
  EXPECT_THAT(session.ChangedValues(), IsEmpty());
  EXPECT_THAT(session.ChangedResults(), IsEmpty());
  EXPECT_EQ(session.Stats().visits, 0);
  EXPECT_GE(session.MemoryBytes(), 0);
  EXPECT_FALSE(session.Rollback(77, messages));
  ExpectAnError(messages);
  EXPECT_FALSE(session.Release(77, messages));
  ExpectAnError(messages);
  const int64_t checkpoint = session.Checkpoint();
  (void)session.Rollback(checkpoint, messages);
  messages.clear();
  Session fork = session.Fork();
  EXPECT_FALSE(fork.Propagate(messages));
  ExpectAnError(messages);
  session.SetStop(nullptr);
  // Another session can be assigned to the moved-from one.
  session = Session(Read());
  EXPECT_TRUE(session.Propagate(messages));
}

// The graph has one op, "my.op", whose operand is input 1.
struct SmallGraph : EmbeddedGraph {
  struct Rule : OpInterface {
    std::optional<std::string> ShardingRule(const OpView&) const override {
      return "([i, j])->([i, j])";
    }
  };
  Rule rule;
  int told = 0;
  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}}, {}}};
  }
  std::vector<EmbeddedValue> Inputs() const override { return {1}; }
  std::vector<EmbeddedOp> Ops() const override { return {0}; }
  std::vector<EmbeddedValue> Outputs() const override { return {2}; }
  std::string Name(EmbeddedOp) const override { return "my.op"; }
  std::vector<EmbeddedValue> Operands(EmbeddedOp) const override { return {1}; }
  std::vector<EmbeddedValue> Results(EmbeddedOp) const override { return {2}; }
  const OpInterface* Interface(EmbeddedOp) const override { return &rule; }
  TypeSpec Type(EmbeddedValue) const override { return "tensor<8x8xf32>"; }
  std::optional<ShardingInfo> GetSharding(EmbeddedValue value) const override {
    if (value != 1) return std::nullopt;
    return ClosedSharding("mesh", {{"x"}, {}});
  }
  void SetSharding(EmbeddedValue, const ShardingInfo&) override { ++told; }
};

TEST(Moved, LoadedGraph) {
  SmallGraph graph;
  std::vector<Message> messages;
  std::optional<LoadedGraph> loaded =
      LoadedGraph::Load(graph, nullptr, messages);
  ASSERT_TRUE(loaded);
  LoadedGraph other = MoveAway(*loaded);
  RunOptions run;
  run.registry = &other.registry();
  EXPECT_TRUE(Propagate(other.program(), {.run = run}, messages));
  other.WriteBack(ProgramView(other.program()), graph);
  EXPECT_EQ(graph.told, 2);
  messages.clear();

  EXPECT_FALSE(loaded->program().ok());
  EXPECT_FALSE(loaded->Find(1));
  EXPECT_FALSE(loaded->FindOp(0));
  run.registry = &loaded->registry();
  EXPECT_FALSE(loaded->program().Run("sdy-basic-propagate", "", run, messages));
  ExpectOneError(messages, "was moved");
  loaded->WriteBack(ProgramView(other.program()), graph);
  Session session(other.program().Clone());
  loaded->WriteBackChanges(session, graph);
  EXPECT_EQ(graph.told, 2);
  loaded = std::move(other);
  EXPECT_TRUE(loaded->program().ok());
}

// The interfaces of a graph's ops must outlive it, but the registry that it was
// loaded with is copied.
TEST(Moved, RegistryDiesBeforeTheGraph) {
  SmallGraph graph;
  std::vector<Message> messages;
  std::optional<LoadedGraph> loaded;
  {
    OpRegistry registry;
    registry.AddRule("my.op",
                     [](const OpView&) { return "([i, j])->([j, i])"; });
    loaded = LoadedGraph::Load(graph, &registry, messages);
  }
  ASSERT_TRUE(loaded);
  RunOptions run;
  run.registry = &loaded->registry();
  EXPECT_TRUE(Propagate(loaded->program(), {.run = run}, messages));
  EXPECT_THAT(messages, IsEmpty());
}

TEST(Moved, SessionStore) {
  SessionStore store({.count = 1});
  const auto answer = [&](const std::string& text) {
    return Request(text).Answer({.one_line = true, .sessions = &store});
  };
  const std::string open =
      R"({"id": 1, "method": "session.open", "program": "module {}"})";
  EXPECT_TRUE(answer(open).ok);
  SessionStore other = MoveAway(store);
  EXPECT_EQ(other.Count(), 1u);
  // The moved-from store has no sessions, and opens none.
  EXPECT_EQ(store.Count(), 0u);
  EXPECT_EQ(store.MemoryBytes(), 0);
  const Reply gone =
      answer(R"({"id": 2, "method": "session.propagate", "session": 1})");
  EXPECT_FALSE(gone.ok);
  EXPECT_FALSE(answer(open).ok);
  store = std::move(other);
  EXPECT_TRUE(
      answer(R"({"id": 3, "method": "session.propagate", "session": 1})").ok);
}

TEST(Moved, SourceTextAndRuleBuilder) {
  SourceText text(kText);
  const SourceText other = MoveAway(text);
  EXPECT_EQ(other.view(), kText);
  std::vector<Message> messages;
  // The moved-from text is some valid text. Reading it may report errors.
  (void)text.view();
  (void)Program::Read("left", std::move(text), {}, messages);
  messages.clear();

  OpRuleBuilder rule({2}, {2});
  rule.AddPointwise();
  const OpRuleBuilder whole = MoveAway(rule);
  EXPECT_EQ(whole.Text(), "([i, j])->([i, j])");
  (void)rule.Text();
  (void)rule.AddFactor({0}, {0}).BlockPropagation().AddPointwise().Text();
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
