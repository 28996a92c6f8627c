#include "base/check.h"

#include "gtest/gtest.h"

#include "test_config.h"

namespace shardflow::internal {
namespace {

TEST(Check, EndsTheProcess) {
  SHARDFLOW_CHECK(true);
  EXPECT_DEATH(SHARDFLOW_CHECK(1 > 2), "1 > 2");
}

TEST(Check, ChecksOfHotLoopsAreMadeInSanitizedAndDebugBuilds) {
#ifdef __OPTIMIZE__
  constexpr bool kMade = SHARDFLOW_HAS_DCHECKS;
#else
  constexpr bool kMade = true;
#endif
  bool made = false;
  SHARDFLOW_DCHECK(made = true);
  EXPECT_EQ(made, kMade);
  if (kMade) {
    EXPECT_DEATH(SHARDFLOW_DCHECK(1 > 2), "1 > 2");
  }
}

}  // namespace
}  // namespace shardflow::internal
