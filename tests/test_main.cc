// main() of the tests: wherever they are started, they run at the top of the
// source tree, because their relative paths begin there.

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_config.h"

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  std::filesystem::current_path(SHARDFLOW_SOURCE_ROOT);
  return RUN_ALL_TESTS();
}
