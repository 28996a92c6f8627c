#include "base/cpu_time.h"

#include <ctime>

namespace shardflow::internal {

double CpuSeconds() {
  struct timespec now {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace shardflow::internal
