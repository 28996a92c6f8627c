// Answers must be the same, byte for byte, on every thread and in every
// process. (They would differ if they depended on the iteration order of a hash
// table, because Abseil mixes an address into its hash seed, and the system
// loads each process at a different address.)

#include "unit/answers.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

// Runs this program with --answers and returns what it prints.
std::string AnswersOfAProcess() {
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  std::FILE* const pipe = ::popen(("'" + self + "' --answers").c_str(), "r");
  if (pipe == nullptr) return "";
  std::string answers;
  char buffer[1 << 16];
  while (const size_t size = std::fread(buffer, 1, sizeof buffer, pipe)) {
    answers.append(buffer, size);
  }
  EXPECT_EQ(::pclose(pipe), 0);
  return answers;
}

// If `a` and `b` differ, prints only the first part that differs, not a
// megabyte of text.
void ExpectSame(const std::string& a, const std::string& b) {
  if (a == b) return;
  const size_t at = static_cast<size_t>(
      std::mismatch(
          a.begin(),
          a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
          b.begin())
          .first -
      a.begin());
  const size_t begin = at < 500 ? 0 : at - 500;
  ADD_FAILURE() << "differ at " << at << ":\n"
                << a.substr(begin, 1000) << "\n--- and\n"
                << b.substr(begin, 1000);
}

TEST(Answers, ThereAreSome) {
  const std::vector<TestProgram> programs = TestPrograms();
  ASSERT_GT(programs.size(), 300u);
  size_t shardings = 0;
  for (const TestProgram& program : programs) {
    if (Answers(program).find("mhlo.sharding") != std::string::npos) {
      ++shardings;
    }
  }
  EXPECT_GT(shardings, 30u);
}

TEST(Answers, SameOnSixteenThreadsAtOnce) {
  constexpr size_t kThreads = 16;
  const std::vector<TestProgram> programs = TestPrograms();
  std::vector<std::string> answers(programs.size());
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      for (size_t i = t; i < programs.size(); i += kThreads) {
        answers[i] = Answers(programs[i]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (size_t i = 0; i < programs.size(); ++i) {
    ExpectSame(answers[i], Answers(programs[i]));
  }
}

TEST(Answers, SameModuleOnSixteenThreadsAtOnce) {
  constexpr size_t kThreads = 16;
  std::vector<TestProgram> programs = TestPrograms();
  std::erase_if(programs, [](const TestProgram& program) {
    return !program.name.starts_with("examples/mlp");
  });
  ASSERT_EQ(programs.size(), 1u);
  std::vector<std::string> answers(kThreads);
  std::vector<std::thread> threads;
  for (std::string& answer : answers) {
    threads.emplace_back([&] { answer = Answers(programs[0]); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& answer : answers) {
    ExpectSame(answer, Answers(programs[0]));
  }
}

TEST(Answers, SameInEveryProcess) {
  const std::string here = AnswersOfAll();
  ExpectSame(AnswersOfAProcess(), here);
  ExpectSame(AnswersOfAProcess(), here);
}

}  // namespace
}  // namespace shardflow::internal
