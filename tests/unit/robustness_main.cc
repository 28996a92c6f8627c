// The main() of the robustness tests. `--answers` prints the answers, which the
// tests compare between processes, and ./dev ci-full between compilers.

#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_config.h"
#include "unit/answers.h"

int main(int argc, char** argv) {
  std::filesystem::current_path(SHARDFLOW_SOURCE_ROOT);
  if (argc == 2 && std::string_view(argv[1]) == "--answers") {
    const std::string answers = shardflow::internal::AnswersOfAll();
    const size_t written =
        std::fwrite(answers.data(), 1, answers.size(), stdout);
    return written == answers.size() && std::fflush(stdout) == 0 ? 0 : 1;
  }
  testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
