#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "unit/chain.h"

// Tests RunOptions::progress and RunOptions::memory_limit.

namespace shardflow {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Program ReadChain(int ops) {
  std::vector<Message> messages;
  return *Program::Read("p.mlir", internal::Chain(ops), {}, messages);
}

struct Seen {
  std::vector<std::string> passes;
  std::vector<double> propagated;  // shares of propagation
  int64_t done = 0;
  double seconds = 0;

  ProgressFunction Function() {
    return [this](const RunProgress& progress) {
      passes.emplace_back(progress.pass);
      EXPECT_GE(progress.passes_done, done);
      EXPECT_GE(progress.seconds, seconds);
      EXPECT_GT(progress.bytes, 0);
      done = progress.passes_done;
      seconds = progress.seconds;
      if (progress.done >= 0) propagated.push_back(progress.done);
    };
  }
};

TEST(Progress, OfARun) {
  Seen seen;
  RunOptions run;
  run.progress = seen.Function();
  run.progress_milliseconds = 0;
  std::vector<Message> messages;
  Program program = ReadChain(5000);
  ASSERT_TRUE(program.Run("sdy-propagation-pipeline", "", run, messages));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_EQ(seen.passes.front(), "symbol-dce");
  EXPECT_EQ(seen.passes.back(), "sdy-propagation-pipeline");
  EXPECT_THAT(seen.passes, testing::Contains("sdy-user-priority-propagate"));
  EXPECT_THAT(seen.passes, Each(testing::Not(testing::IsEmpty())));
  // Progress is reported at least once every 256 visits, in each of 5 rounds.
  EXPECT_GT(seen.propagated.size(), 15u);
  EXPECT_TRUE(std::is_sorted(seen.propagated.begin(), seen.propagated.end()));
  EXPECT_GE(seen.propagated.front(), 0);
  EXPECT_LT(seen.propagated.back(), 1);
  // Progress reports don't change the result.
  Program other = ReadChain(5000);
  ASSERT_TRUE(Propagate(other, {}, messages));
  EXPECT_EQ(program.Write(), other.Write());
}

TEST(Progress, NotBeforeItsTime) {
  Seen seen;
  RunOptions run;
  run.progress = seen.Function();
  run.progress_milliseconds = 3600000;
  std::vector<Message> messages;
  Program program = ReadChain(100);
  ASSERT_TRUE(Propagate(program, {.run = run}, messages));
  EXPECT_THAT(seen.passes, IsEmpty());
}

TEST(Progress, OfASession) {
  Seen seen;
  SessionOptions options;
  options.run.progress = seen.Function();
  options.run.progress_milliseconds = 0;
  Session session(ReadChain(1000), options);
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_THAT(seen.passes, Each("sdy-user-priority-propagate"));
  EXPECT_GT(seen.propagated.size(), 3u);
}

// Each function calls the one before it twice.
Program Doubling(int functions) {
  std::string text = R"(
    func.func private @f0(%arg0: tensor<8xf32>) -> tensor<8xf32> {
      %0 = stablehlo.negate %arg0 : tensor<8xf32>
      return %0 : tensor<8xf32>
    }
)";
  const std::string type = " : (tensor<8xf32>) -> tensor<8xf32>\n";
  for (int i = 1; i <= functions; ++i) {
    const std::string name =
        i == functions ? "@main" : "private @f" + std::to_string(i);
    const std::string callee = "@f" + std::to_string(i - 1);
    text += "func.func " + name +
            "(%arg0: tensor<8xf32>) -> tensor<8xf32> {\n  %0 = call " + callee +
            "(%arg0)" + type + "  %1 = call " + callee + "(%0)" + type +
            "  return %1 : tensor<8xf32>\n}\n";
  }
  std::vector<Message> messages;
  return *Program::Read("p.mlir", std::move(text), {}, messages);
}

TEST(MemoryLimit, EndsARun) {
  RunOptions run;
  run.memory_limit = 1 << 20;
  for (const bool is_session : {false, true}) {
    std::vector<Message> messages;
    Program program = Doubling(15);
    if (is_session) {
      SessionOptions options;
      options.run = run;
      EXPECT_FALSE(Session::FromProgram(std::move(program), options, messages));
    } else {
      EXPECT_FALSE(Propagate(program, {.run = run}, messages));
      EXPECT_FALSE(program.ok());
    }
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_EQ(messages[0].code, ErrorCode::kLimitExceeded);
    EXPECT_THAT(messages[0].text,
                HasSubstr("of memory, more than the limit of 1 MiB"));
  }
}

TEST(MemoryLimit, IsNotReached) {
  RunOptions run;
  run.memory_limit = int64_t{1} << 40;
  std::vector<Message> messages;
  Program program = Doubling(4);
  EXPECT_TRUE(Propagate(program, {.run = run}, messages));
  EXPECT_THAT(messages, IsEmpty());
}

TEST(MemoryLimit, OfASession) {
  SessionOptions options;
  options.run.memory_limit = 1000;
  Session session(ReadChain(1000), options);
  std::vector<Message> messages;
  EXPECT_FALSE(session.Propagate(messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].code, ErrorCode::kLimitExceeded);
}

}  // namespace
}  // namespace shardflow
