// main() of the tests: they run at the top of the source tree, wherever they
// were started, and name its files from there.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_config.h"

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  std::filesystem::current_path(SHARDFLOW_SOURCE_ROOT);
  return RUN_ALL_TESTS();
}
