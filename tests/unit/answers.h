#ifndef SHARDFLOW_TESTS_UNIT_ANSWERS_H_
#define SHARDFLOW_TESTS_UNIT_ANSWERS_H_

#include <string>
#include <vector>

// All outputs of shardflow for the programs of the tests, to be compared
// between threads, processes and compilers.

namespace shardflow::internal {

struct TestProgram {
  std::string name;
  std::string text;
};

// Returns the examples and the programs in tests/files, cut at `// -----` and
// sorted.
std::vector<TestProgram> TestPrograms();

// Returns the text and messages that two sequences of passes produce for the
// program, in both compat modes.
std::string Answers(const TestProgram& program);
// Returns the answers for all programs.
std::string AnswersOfAll();

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_ANSWERS_H_
