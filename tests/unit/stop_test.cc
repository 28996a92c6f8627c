#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "passes/pass.h"
#include "propagate/driver.h"
#include "shardflow/program.h"
#include "shardflow/session.h"
#include "shardflow/views.h"
#include "text/read.h"
#include "unit/chain.h"

// Checks that a stopped run ends soon, with an error, no matter what it is
// doing.

namespace shardflow::internal {
namespace {

TEST(Stop, EveryPass) {
  const std::atomic<bool> stop = true;
  RunOptions options;
  options.stop = &stop;
  for (const char* pass : {"sdy-propagation-pipeline", "sdy-basic-propagate",
                           "sdy-close-shardings", "symbol-dce"}) {
    std::vector<Message> messages;
    std::optional<Program> program =
        Program::Read("p.mlir", Chain(10), {}, messages);
    ASSERT_TRUE(program);
    EXPECT_FALSE(program->Run(pass, "", options, messages)) << pass;
    ASSERT_EQ(messages.size(), 1u) << pass;
    EXPECT_EQ(messages[0].text, "the run was stopped");
  }
}

TEST(Stop, NobodyStops) {
  const std::atomic<bool> stop = false;
  RunOptions options;
  options.stop = &stop;
  std::vector<Message> messages;
  std::optional<Program> a = Program::Read("p.mlir", Chain(10), {}, messages);
  std::optional<Program> b = Program::Read("p.mlir", Chain(10), {}, messages);
  ASSERT_TRUE(a && b);
  EXPECT_TRUE(a->Run("sdy-propagation-pipeline", "", options, messages));
  EXPECT_TRUE(b->Run("sdy-propagation-pipeline", "", {}, messages));
  EXPECT_EQ(a->Write(), b->Write());
  EXPECT_TRUE(messages.empty());
}

// Returns a function that is called `calls` times.
std::string Calls(int calls) {
  const std::string type = "(tensor<8xf32>) -> tensor<8xf32>";
  std::string text = R"(
    func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
      return %arg0 : tensor<8xf32>
    }
    func.func @main(%arg0: tensor<8xf32>) {
)";
  for (int i = 0; i < calls; ++i) {
    text += "  %" + std::to_string(i) + " = call @f(%arg0) : " + type + "\n";
  }
  return text + "  return\n}\n";
}

// If inlining is stopped, it ends before every call has a copy of the function.
TEST(Stop, InTheMiddleOfInlining) {
  constexpr int kCalls = 1000;
  for (const std::string_view pass :
       {"sdy-flatten-call-graph", "sdy-import-func-calls"}) {
    Diagnostics diagnostics;
    std::optional<Module> m = ParseModule(
        std::make_shared<const SourceBuffer>("t.mlir", Calls(kCalls)), {},
        diagnostics);
    ASSERT_TRUE(m);
    const size_t ops = m->op_count();
    int looks = 0;
    PropagationWitness witness;
    witness.stopped = [&] { return ++looks == 3; };
    PassContext context(diagnostics);
    context.witness = &witness;
    EXPECT_FALSE(FindPass(pass)->run(*m, "", context)) << pass;
    EXPECT_EQ(looks, 3) << pass;
    ASSERT_EQ(diagnostics.all().size(), 1u) << pass;
    EXPECT_EQ(diagnostics.all()[0].text, kStopped);
    EXPECT_GT(m->op_count(), ops) << pass;
    EXPECT_LT(m->op_count(), ops + kCalls / 2) << pass;
  }
}

// Passes that walk over all ops check for a stop during the walk.
TEST(Stop, InTheMiddleOfAWalk) {
  // The reshards undo each other, so that each pass has something to do.
  std::string reshards = R"(
    sdy.mesh @mesh = <["x"=2]>
    func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
)";
  std::string last = "%arg0";
  for (int i = 0; i < 5000; ++i) {
    const std::string name = "%" + std::to_string(i);
    reshards += "  " + name + " = sdy.reshard " + last + " <@mesh, [{" +
                (i % 2 == 0 ? "" : "\"x\"") + "}]> : tensor<8xf32>\n";
    last = name;
  }
  reshards += "  return\n}\n";
  for (const auto& [pass, text] : {
           std::pair<std::string_view, std::string>("cse", Chain(5000)),
           {"canonicalize", Chain(5000)},
           {"sdy-insert-explicit-reshards", Chain(5000)},
           {"sdy-reshard-to-collectives", reshards},
       }) {
    Diagnostics diagnostics;
    std::optional<Module> m = ParseModule(
        std::make_shared<const SourceBuffer>("t.mlir", text), {}, diagnostics);
    ASSERT_TRUE(m);
    int looks = 0;
    PropagationWitness witness;
    witness.stopped = [&] { return ++looks == 3; };
    PassContext context(diagnostics);
    context.witness = &witness;
    EXPECT_FALSE(FindPass(pass)->run(*m, "", context)) << pass;
    EXPECT_EQ(looks, 3) << pass;
    ASSERT_EQ(diagnostics.all().size(), 1u) << pass;
    EXPECT_EQ(diagnostics.all()[0].text, kStopped);
  }
}

// A pass that is stopped in the middle doesn't reach the ops after that point.
TEST(Stop, InTheMiddleOfPropagation) {
  constexpr int kOps = 10000;
  Diagnostics diagnostics;
  std::optional<Module> m =
      ParseModule(std::make_shared<const SourceBuffer>("t.mlir", Chain(kOps)),
                  {}, diagnostics);
  ASSERT_TRUE(m);
  int looks = 0;
  PropagationWitness witness;
  witness.stopped = [&] { return ++looks == 3; };
  PropagationOptions options;
  options.schedule = MakeSchedule({Strategy::kBasic}, /*op_priorities=*/false);
  options.witness = &witness;
  RuleWarnings warnings;
  EXPECT_FALSE(Propagate(*m, options, warnings, diagnostics));
  EXPECT_EQ(looks, 3);
  ASSERT_EQ(diagnostics.all().size(), 1u);
  EXPECT_EQ(diagnostics.all()[0].text, kStopped);
  int sharded = 0;
  for (size_t i = 0; i < m->value_table_size(); ++i) {
    sharded += m->sharding(ValueId(i)) ? 1 : 0;
  }
  EXPECT_GT(sharded, 1);
  EXPECT_LT(sharded, kOps / 2);
}

// Each call on a session may use a different flag.
TEST(Stop, SessionsWithAFlagForEachCall) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("p.mlir", Chain(10), {}, messages);
  ASSERT_TRUE(program);
  std::optional<Session> session =
      Session::FromProgram(*std::move(program), {}, messages);
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->Propagate(messages));
  const int64_t bytes = session->MemoryBytes();
  EXPECT_GT(bytes, 0);
  const ProgramView view(session->Annotated());
  const ValueRef x = view.Arguments(view.Body(view.FindFunction("main"))).at(0);
  ASSERT_TRUE(session->SetSharding(x, std::nullopt, messages));
  ASSERT_TRUE(messages.empty());
  {
    const std::atomic<bool> stop = true;
    session->SetStop(&stop);
    EXPECT_FALSE(session->Propagate(messages));
    ASSERT_EQ(messages.size(), 1u);
    EXPECT_EQ(messages[0].code, ErrorCode::kStopped);
    session->SetStop(nullptr);
  }
  EXPECT_TRUE(session->Propagate(messages));
  EXPECT_EQ(session->View().ShardingText(x), "");
  // The memory that Rollback needs is also counted.
  const int64_t before = session->MemoryBytes();
  const int64_t start = session->Checkpoint();
  ASSERT_TRUE(
      session->SetSharding(x, ClosedSharding("mesh", {{"x"}}), messages));
  EXPECT_TRUE(session->Propagate(messages));
  EXPECT_GT(session->MemoryBytes(), before);
  EXPECT_TRUE(session->Rollback(start, messages));
  EXPECT_EQ(session->View().ShardingText(x), "");
}

}  // namespace
}  // namespace shardflow::internal
