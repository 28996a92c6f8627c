#include "base/check.h"

#include <cstdio>
#include <cstdlib>

namespace shardflow::internal {

void CheckFailed(const char* file, int line, const char* condition) {
  std::fprintf(stderr, "shardflow: internal error: %s:%d: check failed: %s\n",
               file, line, condition);
  std::abort();
}

}  // namespace shardflow::internal
