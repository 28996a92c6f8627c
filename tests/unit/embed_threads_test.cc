// Tests the promises of docs/embedding.md about threads: separate objects need
// no locks, and several threads may read one object. Also run under
// ThreadSanitizer.

#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

namespace shardflow::internal {
namespace {

constexpr const char* kT = "tensor<64x64xf32>";
constexpr size_t kThreads = 8;

OpRegistry Rules() {
  OpRegistry ops;
  ops.AddRule("my.turn", [](const OpView& op) -> std::optional<std::string> {
    return op.result_count() == 1 ? "([i, j])->([j, i])" : "";
  });
  return ops;
}

struct Built {
  std::optional<Program> program;
  OpRef main;
  std::vector<ValueRef> values;
};

Built Build() {
  Built built;
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"x", 2}, {"y", 4}}, {}});
  built.main = b.AddFunction("main", {kT, kT});
  ValueRef x = b.Argument(built.main, 0);
  for (int i = 0; i < 50; ++i) {
    const bool turn = i % 3 == 0;
    std::vector<ValueRef> operands = {x};
    if (!turn) operands.push_back(b.Argument(built.main, 1));
    x = b.Result(
        b.AddOp(b.Body(built.main), {.name = turn ? "my.turn" : "stablehlo.dot",
                                     .operands = operands,
                                     .results = {kT}}));
    built.values.push_back(x);
  }
  b.Return(built.main, {x});
  b.SetSharding(b.Argument(built.main, 0), ClosedSharding("mesh", {{"x"}, {}}));
  std::vector<Message> messages;
  built.program = b.Finish(messages);
  return built;
}

std::string SessionText(const OpRegistry& rules) {
  Built built = Build();
  SessionOptions options;
  options.run.registry = &rules;
  Session session(*std::move(built.program), options);
  std::vector<Message> messages;
  std::string text;
  for (size_t i = 0; i < built.values.size(); i += 5) {
    session.SetSharding(built.values[i], ClosedSharding("mesh", {{}, {"y"}}),
                        messages);
    if (!session.Propagate(messages)) return "failed";
    text += session.Result().Write();
    session.SetSharding(built.values[i], std::nullopt, messages);
  }
  return text;
}

template <class Fn>
void OnAllThreads(Fn fn) {
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&fn, t] { fn(t); });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(EmbedThreads, SessionsWithOneRegistry) {
  const OpRegistry rules = Rules();
  const std::string expected = SessionText(rules);
  std::vector<std::string> texts(kThreads);
  OnAllThreads([&](size_t t) { texts[t] = SessionText(rules); });
  for (const std::string& text : texts) EXPECT_EQ(text, expected);
  EXPECT_NE(expected.find("\"y\""), std::string::npos);
}

TEST(EmbedThreads, ManyLookAtOneProgram) {
  const OpRegistry rules = Rules();
  Built built = Build();
  ASSERT_TRUE(built.program);
  RunOptions run;
  run.registry = &rules;
  std::vector<Message> messages;
  ASSERT_TRUE(
      built.program->Run("sdy-propagation-pipeline", "", run, messages));
  const Program& program = *built.program;
  const auto look = [&] {
    const ProgramView view(program);
    std::string text = program.Write();
    for (const OpRef op : view.Ops(view.Body(built.main))) {
      text += view.Name(op);
      for (const ValueRef result : view.Results(op)) {
        text += view.ShardingText(result) +
                std::to_string(view.LocalShape(result)->at(0)) +
                std::to_string(view.Slices(result).size());
      }
    }
    text += std::to_string(CommunicationPlan(program).size());
    return text + program.Clone().Write();
  };
  const std::string expected = look();
  std::vector<std::string> texts(kThreads);
  OnAllThreads([&](size_t t) { texts[t] = look(); });
  for (const std::string& text : texts) EXPECT_EQ(text, expected);
}

}  // namespace
}  // namespace shardflow::internal
