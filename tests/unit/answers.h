#ifndef SHARDFLOW_TESTS_UNIT_ANSWERS_H_
#define SHARDFLOW_TESTS_UNIT_ANSWERS_H_

#include <string>
#include <vector>

// All that shardflow says of the programs of the tests, to compare it between
// threads, processes and compilers.

namespace shardflow::internal {

struct TestProgram {
  std::string name;
  std::string text;
};

// The examples and the programs in tests/files, cut at `// -----`, sorted.
std::vector<TestProgram> TestPrograms();

// What comes of the program in pipelines of both kinds and versions: text and
// messages.
std::string Answers(const TestProgram& program);
// Of all programs.
std::string AnswersOfAll();

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_ANSWERS_H_
