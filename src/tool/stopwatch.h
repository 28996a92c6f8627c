#ifndef SHARDFLOW_TOOL_STOPWATCH_H_
#define SHARDFLOW_TOOL_STOPWATCH_H_

#include <chrono>

namespace shardflow {

// Wall time since construction.
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

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_STOPWATCH_H_
