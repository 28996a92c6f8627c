#ifndef SHARDFLOW_TOOL_STOPWATCH_H_
#define SHARDFLOW_TOOL_STOPWATCH_H_

#include <chrono>
#include <ctime>

namespace shardflow {

// Measures the wall time since its construction.
class Stopwatch {
 public:
  double Seconds() const {
    const std::chrono::duration<double> took =
        std::chrono::steady_clock::now() - start_;
    return took.count();
  }

 private:
  std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
};

// Measures the CPU time of this thread since its construction.
class CpuStopwatch {
 public:
  double Seconds() const { return Now() - start_; }

 private:
  static double Now() {
    struct timespec now {};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) +
           1e-9 * static_cast<double>(now.tv_nsec);
  }

  double start_ = Now();
};

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_STOPWATCH_H_
