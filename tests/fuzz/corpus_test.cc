// Runs every fuzz target on its inputs in tests/fuzz/<target>/: the seeds, and
// all inputs that ever made it fail. A fault ends the process, so the test only
// has to assert that there are inputs.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/targets.h"

namespace shardflow::internal::fuzz {
namespace {

namespace fs = std::filesystem;

struct Target {
  std::string_view name;
  void (*run)(std::string_view input);
};

constexpr Target kTargets[] = {
#define TARGET(name, function) {#name, &function},
#include "fuzz_targets.def"
#undef TARGET
};

class FuzzCorpus : public testing::TestWithParam<Target> {};

TEST_P(FuzzCorpus, NoInputBreaksIt) {
  std::vector<fs::path> paths;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path("tests/fuzz") / GetParam().name)) {
    paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  EXPECT_FALSE(paths.empty());
  for (const fs::path& path : paths) {
    SCOPED_TRACE(path);
    std::ifstream file(path, std::ios::binary);
    ASSERT_TRUE(file.good());
    GetParam().run(std::string(std::istreambuf_iterator<char>(file), {}));
  }
}

INSTANTIATE_TEST_SUITE_P(Target, FuzzCorpus, testing::ValuesIn(kTargets),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace shardflow::internal::fuzz
